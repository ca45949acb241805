import { readFileSync } from "node:fs";
import { categoryPicture } from "@/lib/pets/kinds/categories";
import { drawingOf } from "@/lib/pets/kinds/picture";
import { COATS } from "./coats/coats";
import type { Coat } from "./coats/shapes";

/** The drawn animals, which the pages use too. */
const DRAWINGS = "public/animals.svg";
const INK = "#2b211a";

type Scene = {
  sky: readonly [string, string];
  light: string;
  far: string;
  near: readonly [string, string];
  flower: string;
};

/** A background for each tint: the colours of a place at a time of day. */
const SCENES: readonly [Scene, ...Scene[]] = [
  { sky: ["#3f83ab", "#cfe3d6"], light: "#fff1c4", far: "#5c9170", near: ["#6fa552", "#3d6f3a"], flower: "#fdf3d3" },
  { sky: ["#c8643c", "#f6cf8f"], light: "#ffe6a6", far: "#a5683c", near: ["#b98543", "#77502a"], flower: "#ffe0a8" },
  { sky: ["#4f5796", "#c9a9c4"], light: "#fbe4ef", far: "#5d6a8f", near: ["#5f7f78", "#35524f"], flower: "#d9c2ee" },
  { sky: ["#2b8480", "#b4dcc0"], light: "#fdf3c0", far: "#3f8f74", near: ["#4f9a63", "#2a6446"], flower: "#ffd2bf" },
  { sky: ["#bd6178", "#f4cdb6"], light: "#ffe9bd", far: "#93785a", near: ["#98984f", "#5f6a33"], flower: "#f6a7b6" },
  { sky: ["#7397b4", "#dfe7e6"], light: "#fff8dc", far: "#8fa8b4", near: ["#b9ccd4", "#7d98a6"], flower: "#ffffff" },
];

/**
 * A photo of an animal: the part of the scene that it shows, its size, how many scenes it is away from the cover, how
 * wide the ground is, and its description.
 */
export type View = { part: string; width: number; height: number; scene: number; ground: number; words: string };

const COVER: View = {
  part: "0 0 400 300",
  width: 1024,
  height: 768,
  scene: 0,
  ground: 330,
  words: "drawn in a landscape",
};

/** The photos that an animal can have, starting with its cover. */
export const VIEWS: readonly View[] = [
  COVER,
  { part: "105 45 180 240", width: 768, height: 1024, scene: 1, ground: 330, words: "close up" },
  { part: "-150 -60 720 360", width: 1200, height: 600, scene: 3, ground: 900, words: "far away on a meadow" },
  { part: "60 10 290 290", width: 900, height: 900, scene: 4, ground: 330, words: "on another day" },
];

/** Where the middle of the head is on the cover, how far it is tilted in degrees, and how large it is. */
type Pose = { x: number; y: number; tilt: number; size: number; isMirrored: boolean };

const STRAIGHT: Pose = { x: 200, y: 158, tilt: 0, size: 2.2, isMirrored: false };
const POSES: readonly Pose[] = [
  STRAIGHT,
  { x: 145, y: 162, tilt: -8, size: 2, isMirrored: true },
  { x: 245, y: 160, tilt: 7, size: 2.3, isMirrored: false },
  { x: 205, y: 164, tilt: 6, size: 2.7, isMirrored: true },
  { x: 255, y: 172, tilt: -6, size: 1.8, isMirrored: true },
  { x: 155, y: 156, tilt: 9, size: 2.3, isMirrored: false },
  { x: 180, y: 165, tilt: -7, size: 2.5, isMirrored: false },
];
/** These are drawn from the side, on their feet. */
const UPRIGHT = ["bird", "tortoise"];

/** Returns the pose of an animal in a view: its own on the cover, otherwise straight and in the middle. */
function poseOf(number: number, kind: string, view: View): Pose {
  const pose = (view === COVER && POSES[number]) || STRAIGHT;
  return UPRIGHT.includes(kind) ? { ...pose, y: STRAIGHT.y, size: Math.min(pose.size, STRAIGHT.size), tilt: 0 } : pose;
}

/** An animal to draw. Without the name of a coat, the id chooses one, as on the pages. */
export type AnimalToDraw = { id: bigint; categoryId: bigint; coatName?: string | undefined };

/**
 * Returns a photo of an animal as an SVG: its drawing in a landscape, which its id varies. The landscape is of plain
 * layers, because WebP turns faint gradients into visible blocks.
 */
export function drawScene({ id: petId, categoryId, coatName = "" }: AnimalToDraw, view = COVER): string {
  const kind = categoryPicture(categoryId);
  const { tint, pose } = drawingOf(petId, kind);
  const { sky, light, far, near, flower } = SCENES[(tint + view.scene) % SCENES.length] ?? SCENES[0];
  const { x, y, tilt, size, isMirrored } = poseOf(pose, kind, view);
  const lightX = x > STRAIGHT.x ? 70 : 325;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view.part}" width="${view.width}" height="${view.height}">
    <rect x="-200" y="-100" width="800" height="420" fill="${sky[0]}"/>
    ${haze(petId, sky[1])}
    ${sun(lightX, light)}
    ${trees(petId, far)}
    ${spotsOfLight(petId, light)}
    <ellipse cx="${x}" cy="234" rx="92" ry="24" fill="${INK}" opacity="0.2"/>
    <g transform="translate(${x} ${y}) rotate(${tilt}) scale(${isMirrored ? -size : size} ${size}) translate(-50 -50)">
      ${animal(petId, kind, COATS[kind]?.[coatName])}</g>
    ${ground(view.ground, near)}
    ${grass(petId, near)}
    ${flowers(petId, flower)}
  </svg>`;
}

/** Numbers from 0 to 1 that look random and depend on the id. */
function numberOf(petId: bigint, index: number): number {
  const wave = Math.sin(Number(petId % 1_000n) * 12.9898 + index * 78.233) * 43_758.5453;
  return wave - Math.floor(wave);
}

/** Layers of haze: the sky gets lighter towards the horizon. */
function haze(petId: bigint, colour: string): string {
  return [12, 80, 140, 190]
    .map((y, index) => {
      const x = 200 + 240 * (numberOf(petId, 500 + index) - 0.5);
      return `<ellipse cx="${x}" cy="${y + 150}" rx="520" ry="150" fill="${colour}" opacity="0.3"/>`;
    })
    .join("");
}

/** The sun, low enough for the marks in the corners of a card, and rings of light around it. */
function sun(x: number, colour: string): string {
  const disc = (r: number, opacity: number) =>
    `<circle cx="${x}" cy="128" r="${r}" fill="${colour}" opacity="${opacity}"/>`;
  return [175, 125, 82, 48].map((r) => disc(r, 0.13)).join("") + disc(26, 0.9);
}

/** Trees far away. */
function trees(petId: bigint, colour: string): string {
  return Array.from({ length: 10 }, (_, index) => {
    const size = 42 + 44 * numberOf(petId, index);
    return `<ellipse cx="${-165 + index * 82}" cy="262" rx="${size}" ry="${size * 1.35}" fill="${colour}" opacity="0.8"/>`;
  }).join("");
}

/** Spots of light between the trees. */
function spotsOfLight(petId: bigint, colour: string): string {
  return Array.from({ length: 12 }, (_, index) => {
    const first = 100 + index * 3;
    const [x, y, r] = [numberOf(petId, first), numberOf(petId, first + 1), numberOf(petId, first + 2)];
    return `<circle cx="${-150 + x * 700}" cy="${70 + y * 140}" r="${6 + r * 17}" fill="${colour}" opacity="0.14"/>`;
  }).join("");
}

/** The meadow, which gets darker towards the front. */
function ground(width: number, [light, dark]: Scene["near"]): string {
  const layer = (down: number, fill: string, opacity: number) =>
    `<ellipse cx="200" cy="${330 + down}" rx="${width}" ry="92" fill="${fill}" opacity="${opacity}"/>`;
  return layer(0, light, 1) + layer(26, dark, 0.4) + layer(50, dark, 0.4);
}

/** Blades of grass along the top of the ground. */
function grass(petId: bigint, [light, dark]: Scene["near"]): string {
  return Array.from({ length: 90 }, (_, index) => {
    const x = -150 + index * 8 + 6 * numberOf(petId, 200 + index);
    const height = 8 + 15 * numberOf(petId, 300 + index);
    const lean = 10 * numberOf(petId, 400 + index) - 5;
    const root = 330 - 92 * Math.sqrt(Math.max(0, 1 - ((x - 200) / 330) ** 2)) + 8;
    return `<path d="M${x - 2} ${root}q${lean / 3} ${-height / 2} ${2 + lean} ${-height}q${1 - lean / 2} ${height / 2} 2 ${height}z" fill="${index % 3 ? light : dark}"/>`;
  }).join("");
}

/**
 * What the lines of each drawing in `public/animals.svg` show, before the face. A coat may replace each of them; the
 * marks end where the head, or what is called so, ends.
 */
const LAYERS: Readonly<Record<string, readonly (keyof Coat | "head" | "")[]>> = {
  dog: ["ears", "head", "marks", "muzzle"],
  cat: ["head", "innerEars", "marks", "muzzle"],
  rabbit: ["ears", "innerEars", "head", "marks", "muzzle"],
  "guinea-pig": ["", "", "head", "marks", "muzzle"],
  hamster: ["", "", "head", "muzzle", "marks"],
  bird: ["", "", "head", "muzzle", "", "", "", "front"], // its marks follow the head
  tortoise: ["", "", "head", "marks"],
  horse: ["", "head", "", "marks", "muzzle"],
};

/** Returns the drawing of an animal in its coat, or in that of its id. */
function animal(petId: bigint, kind: string, own?: Coat): string {
  const symbol = new RegExp(`<symbol id="${kind}"[^>]*>([\\s\\S]*?)</symbol>`).exec(readFileSync(DRAWINGS, "utf8"));
  if (!symbol) throw new Error(`${DRAWINGS} has no ${kind}`);
  const drawing = (symbol[1] ?? "").trim();
  const { coat, patch } = own ?? drawingOf(petId, kind);
  return (own ? withCoat(drawing, kind, own) : drawing)
    .replaceAll("var(--coat)", inLight(coat))
    .replaceAll("var(--patch)", inLight(patch))
    .replaceAll("var(--ink)", INK);
}

/** Returns a drawing with the layers of a coat. */
function withCoat(drawing: string, kind: string, own: Coat): string {
  const layers = LAYERS[kind] ?? [];
  const marks = own.marks === undefined ? undefined : `<g clip-path="url(#head)">${own.marks}</g>`;
  const lines = drawing.split("\n").map((line, index) => {
    const layer = layers[index] ?? "face";
    if (layer === "head")
      return `${line}<clipPath id="head">${line}</clipPath>${layers.includes("marks") ? "" : (marks ?? "")}`;
    if (layer === "face") return withEyes(line, own.eyes);
    if (layer === "marks") return marks ?? line;
    return layer === "" ? line : (own[layer] ?? line);
  });
  return [own.back, ...lines, layers.includes("front") ? "" : own.front].join("");
}

/** Returns a line of a face with this colour around the eyes. */
function withEyes(line: string, colour: string | undefined): string {
  const eye = /<(circle|ellipse) fill="var\(--ink\)" (?=cx="(3|6)\d")/g;
  return colour ? line.replace(eye, `<$1 stroke="${colour}" stroke-width="2" fill="var(--ink)" `) : line;
}

/** Returns a colour as the light theme has it. */
const inLight = (colour: string) => /#\w+/.exec(colour)?.[0] ?? colour;

/** Draws some flowers in the foreground, at places that depend on the id. */
function flowers(petId: bigint, colour: string): string {
  return Array.from({ length: 9 }, (_, index) => {
    const place = (Number(petId) * 53 + index * 97) % 380;
    return `<circle cx="${10 + place}" cy="${262 + ((place * 7) % 30)}" r="${3 + (index % 3)}" fill="${colour}"/>`;
  }).join("");
}
