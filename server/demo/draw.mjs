// Makes the photos of the demo animals from drawings, in its own process, so that its memory is freed. Reads SVGs
// as a JSON array from stdin. Writes to stdout: for each a line of JSON with its size and those of its pictures, an
// empty line, then all pictures.
import { readFileSync, writeSync } from "node:fs";
import sharp from "sharp";
import { makePictures } from "../../lib/pets/photos/renditions.mjs";

const STDIN = 0;
const STDOUT = 1;

sharp.cache(false);
/** @type {string[]} */
const drawings = JSON.parse(readFileSync(STDIN, "utf8"));
const made = await Promise.all(drawings.map((svg) => makePictures(sharp, sharp(Buffer.from(svg)).removeAlpha())));
const lines = made.map(({ width, height, pictures }) =>
  JSON.stringify({ width, height, sizes: pictures.map(({ length }) => length) }),
);
for (const part of [Buffer.from(`${lines.join("\n")}\n\n`), ...made.flatMap(({ pictures }) => pictures)]) {
  for (let at = 0; at < part.length; ) at += writeSync(STDOUT, part, at);
}
