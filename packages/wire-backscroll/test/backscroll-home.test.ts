import type { Environment } from "@backscroll/wire";
import { describe, expect, it } from "vitest";
import { backscrollHome, places } from "../src/backscroll-home.ts";

const environment = (
  platform: NodeJS.Platform,
  variables: Environment["variables"] = {},
  home = "/home/ada",
): Environment => ({ home, variables, platform });

const windowsHome = "C:\\Users\\ada";

describe("backscrollHome", () => {
  it.each<[string, Environment, string]>([
    ["Linux", environment("linux"), "/home/ada/.local/share/backscroll"],
    ["a data folder", environment("linux", { XDG_DATA_HOME: "/data" }), "/data/backscroll"],
    ["a relative data folder", environment("linux", { XDG_DATA_HOME: "data" }), "/home/ada/.local/share/backscroll"],
    ["an empty data folder", environment("freebsd", { XDG_DATA_HOME: "" }), "/home/ada/.local/share/backscroll"],
    [
      "macOS",
      environment("darwin", { XDG_DATA_HOME: "/data" }, "/Users/ada"),
      "/Users/ada/Library/Application Support/backscroll",
    ],
    ["Windows", environment("win32", { LOCALAPPDATA: "D:\\Local" }, windowsHome), "D:\\Local\\backscroll"],
    ["Windows without it", environment("win32", {}, windowsHome), "C:\\Users\\ada\\AppData\\Local\\backscroll"],
    ["an override", environment("darwin", { BACKSCROLL_HOME: "/elsewhere/" }), "/elsewhere"],
    ["an empty override", environment("linux", { BACKSCROLL_HOME: "" }), "/home/ada/.local/share/backscroll"],
  ])("%s", (_, given, expected) => {
    expect(backscrollHome(given)).toBe(expected);
  });
});

describe("places", () => {
  it("are the sessions of the home, then of the default one", () => {
    const standard = { path: "/home/ada/.local/share/backscroll/sessions", origin: "default" };
    expect(places(environment("linux"))).toEqual([standard]);
    expect(places(environment("linux", { BACKSCROLL_HOME: "/b" }))).toEqual([
      { path: "/b/sessions", origin: "BACKSCROLL_HOME" },
      standard,
    ]);
  });
});
