/** Owns where Backscroll keeps its own files, and where in there its session logs are. Touches no disk. */
import { posix, win32 } from "node:path";
import type { Environment, Place } from "@backscroll/wire";

const pathsOf = (environment: Environment): typeof posix => (environment.platform === "win32" ? win32 : posix);

const defaultHome = ({ home, variables, platform }: Environment): string => {
  if (platform === "darwin") return posix.join(home, "Library", "Application Support", "backscroll");
  if (platform === "win32") {
    return win32.join(variables.LOCALAPPDATA || win32.join(home, "AppData", "Local"), "backscroll");
  }
  const data = variables.XDG_DATA_HOME;
  // The base directory specification wants a relative path ignored.
  return posix.join(data && posix.isAbsolute(data) ? data : posix.join(home, ".local", "share"), "backscroll");
};

/**
 * Absolute path of the folder for everything that Backscroll writes by itself: `BACKSCROLL_HOME`, else `backscroll`
 * in the platform's data folder. Need not exist.
 */
export const backscrollHome = (environment: Environment): string => {
  const override = environment.variables.BACKSCROLL_HOME;
  return override ? pathsOf(environment).resolve(override) : defaultHome(environment);
};

/** Where session logs lie: under `BACKSCROLL_HOME` where that is set, and under the default home. */
export const places = (environment: Environment): readonly Place[] => {
  const { join } = pathsOf(environment);
  const standard = { path: join(defaultHome(environment), "sessions"), origin: "default" };
  const used = join(backscrollHome(environment), "sessions");
  return used === standard.path ? [standard] : [{ path: used, origin: "BACKSCROLL_HOME" }, standard];
};
