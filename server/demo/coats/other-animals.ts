import { both, type Coat, PATCH, path, spot, spots, strokes, WHITE } from "./shapes";

const CHEEK = (colour: string) => spot(colour, 36, 46, 4.5);
const FACE = (colour: string) => path(colour, "M12 8h56v26q-14 14-30 12-14 2-18-4z");
/** Wavy lines on the back of the head. */
const WAVES = strokes(PATCH, 1.8, "M52 22q6 4 12 2M54 29q7 5 15 3M56 36q8 5 16 3");

export const BIRDS: Readonly<Record<string, Coat>> = {
  canary: { coat: "#f3cd4d", patch: "#d39f2f", front: "" },
  "blue budgie": { coat: "#5ba6dd", patch: "#33577a", marks: FACE("#fdfaf2") + CHEEK("#3a62b8") + WAVES, front: "" },
  "green budgie": { coat: "#6cc05d", patch: "#3b5f35", marks: FACE("#f5dc60") + CHEEK("#3a62b8") + WAVES, front: "" },
  cockatiel: {
    coat: "#a3a4a8",
    patch: "#7b7c82",
    marks: FACE("#f5df7a") + CHEEK("#e4762f"),
    front: strokes("#f0d560", 3.5, "M44 15q2-10 12-12M48 15q4-8 13-8M40 15q0-8 6-12"),
  },
  macaw: {
    coat: "#d2382f",
    patch: "#2c6db5",
    marks: path("#fbf3ea", "M20 24h26q4 12-6 20-10 2-20-2z") + path("#f0c33c", "M50 44q14-6 26 8l-2 6q-12-8-24-6z"),
    front: "",
  },
};

const SPURS = strokes("#2f2a1c", 3, "M20 60l3-14M34 60l1-20M52 60l0-18M66 60l-3-14M38 30h12");

export const TORTOISES: Readonly<Record<string, Coat>> = {
  "old hermann’s": { coat: "#b3a566", patch: "#a88a35", marks: SPURS },
  horsfield: { coat: "#a99a6f", patch: "#6b6042" },
  "spur-thighed": {
    coat: "#8ba266",
    patch: "#5f7440",
    marks: spots("#3f4f2a", 4, [22, 54], [34, 46], [44, 38], [56, 46], [66, 54], [44, 56]),
  },
  "young hermann’s": {
    coat: "#c9b45c",
    patch: "#c79a34",
    marks: both(spots("#4a3a1c", 4.5, [27, 54], [34, 38], [42, 58])),
  },
};

const BROAD_STRIPE = path(WHITE, "M47 26h6l4 40 8 12-6 14H41l-6-14 8-12z");
const THICK_MANE = path(
  PATCH,
  "M50 2C34 4 24 14 26 34c2 8 6 10 9 12 1-6 3-10 5-14 2 6 5 10 9 12 2-4 4-8 5-12 4 4 8 8 12 16 6-10 8-20 6-30C70 8 62 2 50 2z",
);

export const HORSES: Readonly<Record<string, Coat>> = {
  "grey cob": {
    coat: "#c8cbd0",
    patch: "#83878f",
    marks: both(spots("#dfe2e6", 2.2, [36, 56], [40, 62], [33, 36], [42, 50], [38, 30])),
  },
  haflinger: { coat: "#c17b39", patch: "#f3e3b8" },
  "bay warmblood": { coat: "#7d4a2b", patch: "#2e2520", eyes: "#b07a48", marks: BROAD_STRIPE },
  "shetland pony": { coat: "#54443a", patch: "#d8bd8c", eyes: "#a87848", marks: "", front: THICK_MANE },
};
