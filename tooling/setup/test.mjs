/** Owns `npm test`'s first step: an old Node.js is refused before the rest is loaded. */
import "./refuse-old-node.mjs";

import("./test-command.mjs");
