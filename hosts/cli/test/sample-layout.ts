/** Owns layouts for rendering tests. */
import type { Layout } from "../src/render/layout.ts";
import { makeStyles, type Styles } from "../src/terminal/styles.ts";
import { sampleNow } from "./sample-records.ts";

export const layoutOf = (width: number, styles: Styles = makeStyles(false)): Layout => ({
  styles,
  width,
  now: sampleNow,
  home: "/home/ada",
  demonstration: false,
});

/** Marks matches with brackets, so that they can be seen in expectations. */
export const bracketedMatches: Styles = { ...makeStyles(false), match: (text) => (text === "" ? "" : `[${text}]`) };
