import { readFileSync } from "node:fs";
import { categoryPicture } from "@/lib/pets/categories";
import { pictureOf } from "@/lib/pets/picture";

/** The drawn animals and the colours of their coats, which the pages use too. */
const DRAWINGS = "public/animals.svg";
const COATS = "app/styles/picture.css";
const INK = "#2b211a";
/** The colours of a coat. If they differ by theme, those of the light one. */
const COLOURS = /--coat: (?:light-dark\()?(#\w+)[^;]*;\s*--patch: (?:light-dark\()?(#\w+)/;

type Scene = { sky: readonly [string, string]; light: string; far: string; near: string; flower: string };

/** A background for each tint. */
const SCENES: readonly Scene[] = [
  { sky: ["#bfe3f5", "#f5efe0"], light: "#ffe9a8", far: "#a9cf8a", near: "#8fbf73", flower: "#fff7e0" },
  { sky: ["#f9c9a0", "#fdecd2"], light: "#fff3c9", far: "#d6b27a", near: "#bf9a5f", flower: "#fbe2c0" },
  { sky: ["#cfd8f3", "#f1ecf7"], light: "#ffffff", far: "#a8bfa0", near: "#8aa886", flower: "#d9c8f0" },
  { sky: ["#aee0dc", "#eef7ea"], light: "#fff0b8", far: "#9ccfa6", near: "#79b98c", flower: "#ffd9d0" },
  { sky: ["#f7d4dc", "#fbf0ea"], light: "#ffe7b3", far: "#c9cf9a", near: "#abb97a", flower: "#f4a9b8" },
  { sky: ["#d7ecf7", "#f6f8fb"], light: "#fdf6d8", far: "#e3edf2", near: "#cfdfe8", flower: "#ffffff" },
];

/**
 * A photo of an animal: which part of the scene it shows, its size, by how many scenes it differs from the cover, how
 * wide the ground is, and its description.
 */
export type View = { part: string; width: number; height: number; scene: number; ground: number; words: string };

const COVER: View = {
  part: "0 0 400 300",
  width: 1280,
  height: 960,
  scene: 0,
  ground: 330,
  words: "drawn in a landscape",
};

/** The photos that an animal can have, beginning with its cover. */
export const VIEWS: readonly View[] = [
  COVER,
  { part: "105 45 180 240", width: 960, height: 1280, scene: 1, ground: 330, words: "close up" },
  { part: "-150 -60 720 360", width: 1280, height: 640, scene: 3, ground: 900, words: "far away on a meadow" },
  { part: "60 10 290 290", width: 1000, height: 1000, scene: 4, ground: 330, words: "on another day" },
];

/** A photo of an animal as an SVG: its drawing in a landscape, which its id varies. */
export function drawScene(petId: bigint, categoryId: bigint, view = COVER): string {
  const { coat, tint, mirrored } = pictureOf(petId);
  const { sky, light, far, near, flower } = SCENES[(tint + view.scene) % SCENES.length] as Scene;
  const lightX = mirrored ? 70 : 330;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view.part}" width="${view.width}" height="${view.height}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="${sky[0]}"/>
      <stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>
    <rect x="-200" y="-100" width="800" height="420" fill="url(#sky)"/>
    <circle cx="${lightX}" cy="58" r="28" fill="${light}"/>
    <ellipse cx="${400 - lightX}" cy="295" rx="270" ry="100" fill="${far}"/>
    <g transform="${mirrored ? "translate(310 48) scale(-2.2 2.2)" : "translate(90 48) scale(2.2)"}">
      ${animal(categoryPicture(categoryId), coat)}</g>
    <ellipse cx="200" cy="330" rx="${view.ground}" ry="92" fill="${near}"/>
    ${flowers(petId, flower)}
  </svg>`;
}

/** A drawing with the colours of a coat. */
function animal(kind: string, coat: number): string {
  const symbol = new RegExp(`<symbol id="${kind}"[^>]*>([\\s\\S]*?)</symbol>`).exec(readFileSync(DRAWINGS, "utf8"));
  if (!symbol) throw new Error(`${DRAWINGS} has no ${kind}`);
  const colours = coatOf(kind, coat);
  return (symbol[1] ?? "")
    .replaceAll("var(--coat)", colours.coat)
    .replaceAll("var(--patch)", colours.patch)
    .replaceAll("var(--ink)", INK);
}

/** The colours of a coat. A kind may have colours of its own. */
function coatOf(kind: string, coat: number): { coat: string; patch: string } {
  const css = readFileSync(COATS, "utf8");
  for (const selector of [`.picture[data-kind="${kind}"][data-coat="${coat}"]`, `.picture[data-coat="${coat}"]`]) {
    const at = css.indexOf(`${selector} {`);
    const [, main, patch] = COLOURS.exec(css.slice(at, css.indexOf("}", at))) ?? [];
    if (at !== -1 && main && patch) return { coat: main, patch };
  }
  throw new Error(`${COATS} has no coat ${coat}`);
}

/** Some flowers in the foreground, at places that depend on the id. */
function flowers(petId: bigint, colour: string): string {
  return Array.from({ length: 9 }, (_, index) => {
    const place = (Number(petId) * 53 + index * 97) % 380;
    return `<circle cx="${10 + place}" cy="${262 + ((place * 7) % 30)}" r="${3 + (index % 3)}" fill="${colour}"/>`;
  }).join("");
}
