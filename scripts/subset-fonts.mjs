// Makes public/fonts from the display face's npm package: one weight, soft corners, only the letters of the languages
// that the site is likely to show. The results are in the repository. Run this again after an update of the package.
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
// @ts-expect-error: the package has no types.
import subsetFont from "subset-font";
import { ROOT } from "./setup.mjs";

const PACKAGE = join(ROOT, "node_modules/@fontsource-variable/fraunces");
const FONTS = join(ROOT, "public/fonts");
/** Every axis is fixed, so the files are as small as those of an ordinary font. */
const AXES = { opsz: 36, SOFT: 100, WONK: 0, wght: 600 };

/** Returns the characters from one code point to another. */
const range = (/** @type {number} */ from, /** @type {number} */ to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

/** Signs of Latin-1 that no name or heading is likely to have. The next face in line has them. */
const UNUSED = /[¤¦¨¬¯±²³´µ¶¸¹¼½¾÷]/g;

/** Every page loads Basic Latin and Latin-1. Latin Extended-A is loaded only when a name needs it. */
const FILES = {
  latin: `${range(0x20, 0x7e)}${range(0xa0, 0xff).replace(UNUSED, "")}–—‘’“”…→←•ŒœŸ€`,
  "latin-ext": range(0x100, 0x17f) + range(0x218, 0x21b),
};

for (const [name, text] of Object.entries(FILES)) {
  const source = readFileSync(join(PACKAGE, `files/fraunces-${name}-full-normal.woff2`));
  const subset = await subsetFont(source, text, {
    targetFormat: "woff2",
    variationAxes: AXES,
    noLayoutClosure: true,
    keepFeatures: ["kern", "ccmp", "mark", "mkmk", "locl"],
    // It names the variants of a variable font. Only one variant is left.
    dropTables: ["STAT"],
  });
  writeFileSync(join(FONTS, `fraunces-${name}.woff2`), subset);
  process.stdout.write(`fraunces-${name}.woff2: ${subset.length} bytes\n`);
}
copyFileSync(join(PACKAGE, "LICENSE"), join(FONTS, "LICENSE"));
