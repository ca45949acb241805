/**
 * How a demo animal differs from the drawing of its kind: its two colours, and SVG that replaces layers of the drawing
 * (LAYERS in scene.ts). An empty layer leaves something out.
 */
export type Coat = {
  coat: string;
  patch: string;
  /** Around the eyes, which a dark coat would hide. */
  eyes?: string;
  /** Behind everything, such as a mane. */
  back?: string;
  ears?: string;
  innerEars?: string;
  /** On the head, which cuts them off. */
  marks?: string;
  muzzle?: string;
  /** In front of everything, such as ears that hang. */
  front?: string;
};

export const COAT = "var(--coat)";
export const PATCH = "var(--patch)";
export const WHITE = "#fffaf3";

/** A shape along a path. */
export const path = (fill: string, d: string) => `<path fill="${fill}" d="${d}"/>`;

/** An ellipse, or a circle. */
export const spot = (fill: string, x: number, y: number, rx: number, ry = rx) =>
  `<ellipse fill="${fill}" cx="${x}" cy="${y}" rx="${rx}" ry="${ry}"/>`;

/** Spots of one size. */
export const spots = (fill: string, r: number, ...places: readonly (readonly [x: number, y: number])[]) =>
  places.map(([x, y]) => spot(fill, x, y, r)).join("");

/** Strokes like hair or stripes. */
export const strokes = (colour: string, width: number, d: string) =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" d="${d}"/>`;

/** A shape on the left, and its mirror image on the right. */
export const both = (shape: string) => `${shape}<g transform="matrix(-1 0 0 1 100 0)">${shape}</g>`;
