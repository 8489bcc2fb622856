/** Owns `npm run setup`: install and build, nothing else. */
import { prepare } from "./prepare.mjs";
import { runToExit } from "./report-step.mjs";

await runToExit(async () => {
  await prepare();
  process.stderr.write("Ready: npm start, npm test.\n");
});
