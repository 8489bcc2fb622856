import { mkdirSync, rmSync } from "node:fs";
import { it } from "vitest";
import { layOutHome } from "./sample-sessions/lay-out-home.ts";
it.skipIf(!process.env.DX)("lays out", () => { rmSync("/tmp/dx/home", { recursive: true, force: true }); mkdirSync("/tmp/dx/home", { recursive: true }); layOutHome("/work/shared/sessions", "/tmp/dx/home", null); });
