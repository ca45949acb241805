import { both, COAT, type Coat, PATCH, path, spot, spots, strokes, WHITE } from "./shapes";

/** White from the forehead to the chin. */
const BLAZE = path(WHITE, "M47 10h6c1 16 2 26 6 36 7 5 10 12 10 22l-4 20H35l-4-20c0-10 3-17 10-22 4-10 5-20 6-36z");
const BROAD_BLAZE = path(WHITE, "M42 10h16c0 20 3 34 12 42 6 12 4 30-6 40H36C26 82 24 64 30 52c9-8 12-22 12-42z");
/** Dark from the forehead down to the nose, between lighter cheeks. */
const mask = (colour: string) =>
  path(colour, "M36 10h28c-1 13-4 20-7 28 6 5 13 15 12 26l-6 24H37l-6-24c-1-11 6-21 12-26-3-8-6-15-7-28z");
/** Light spots above the eyes, and cheeks. */
const points = (colour: string) => both(spot(colour, 38, 37, 4, 3) + spot(colour, 28, 66, 8, 13));

const PRICKED = both(path(PATCH, "M22 46 15 6q18 3 30 18z") + path("#d3a08f", "M25 32 20 14q9 2 16 11z"));
const TIPPED = both(path(PATCH, "M23 42 19 14q11-6 24 8z") + path(COAT, "M19 14q9-8 20 3L26 29z"));
const FOLDED = both(path(PATCH, "M38 20Q16 12 8 40q12 8 26-8z"));
const LONG = both(path(PATCH, "M26 26C8 28 2 60 7 80c4 10 16 8 17-2l8-36z"));
const WAVY = both(
  path(PATCH, "M28 24C10 26 4 50 6 66c-4 8 0 16 6 16 4 6 12 2 13-6l9-34z") +
    spots(PATCH, 6, [8, 62], [9, 74], [18, 80]),
);
const CURLS = both(spots(PATCH, 9, [18, 42], [13, 54], [15, 66], [20, 76]));
/** A half-grown ear still folds. */
const ONE_PRICKED =
  path(PATCH, "M22 46 15 6q18 3 30 18z") +
  path("#d3a08f", "M25 32 20 14q9 2 16 11z") +
  path(PATCH, "M78 46 84 16q-14-6-28 8z") +
  path(COAT, "M84 16q-9-8-20 3l12 12z");

export const DOGS: Readonly<Record<string, Coat>> = {
  "flat-coated": {
    coat: "#37322f",
    patch: "#282422",
    eyes: "#9a6a3c",
    marks: "",
    muzzle: spot("#4b4440", 50, 67, 17, 14),
  },
  bernese: { coat: "#332e2c", patch: "#262220", eyes: "#8f5a30", marks: points("#b9652a") + BLAZE, muzzle: "" },
  collie: {
    coat: "#b8742f",
    patch: "#7b4a22",
    ears: TIPPED,
    back: spots(WHITE, 15, [24, 76], [76, 76], [36, 86], [64, 86]),
    marks: both(path("#7b4a22", "M20 18h24L32 34q-8 4-14 2z")) + path(WHITE, "M48 14h4l3 34 12 12v30H33V60l12-12z"),
  },
  spaniel: { coat: WHITE, patch: "#8a4524", ears: WAVY, marks: both(path(PATCH, "M14 14h30q-2 24-8 38-10 6-20 2z")) },
  dachshund: {
    coat: "#a85f2c",
    patch: "#80441e",
    ears: LONG,
    marks: "",
    muzzle: spot("#e9dccb", 50, 68, 15, 14),
  },
  mastiff: {
    coat: "#d2a163",
    patch: "#3f342d",
    ears: FOLDED,
    eyes: "#a86f3a",
    marks: strokes("#a97a45", 2, "M44 30q6 4 12 0M42 36q8 4 16 0"),
    muzzle: spot("#453a33", 50, 67, 20, 16),
  },
  beagle: {
    coat: "#bf7636",
    patch: "#9a5526",
    ears: LONG,
    marks: path("#3b302a", "M20 10h60v14Q66 30 60 24h-20q-6 6-20 0z") + BLAZE,
    muzzle: "",
  },
  labrador: { coat: "#edd3a4", patch: "#d8b379", marks: "" },
  terrier: {
    coat: "#b9ab99",
    patch: "#7f7264",
    ears: TIPPED,
    marks: path(PATCH, "M34 12h32l-6 20-4-8-6 10-6-10-4 8z"),
    front: both(strokes("#e4dacb", 3, "M38 68 28 82M42 72l-6 14M47 76l-3 12M34 42l-6-5M38 40l-4-7")),
  },
  "jack russell": {
    coat: WHITE,
    patch: "#b4662f",
    ears: FOLDED,
    marks: path(PATCH, "M14 14h32q2 20-2 36-12 10-30 4z") + path("#4a372b", "M70 14h16v28q-12-8-16-28z"),
  },
  pointer: {
    coat: "#7b4a30",
    patch: "#5c3422",
    eyes: "#c28a50",
    marks:
      BLAZE + spots("#7b4a30", 1.3, [44, 56], [40, 70], [36, 66], [58, 60], [63, 68], [60, 78], [42, 80], [50, 40]),
    muzzle: "",
  },
  basset: {
    coat: "#d39a5c",
    patch: "#5b3f2d",
    ears: LONG,
    marks: BROAD_BLAZE + both(path("#d39a5c", "M33 40q5-4 10 1l-1 4q-4-4-9-1z")),
    muzzle: "",
  },
  poodle: {
    coat: "#dca874",
    patch: "#c48b55",
    ears: CURLS,
    marks: "",
    front:
      spots("#cf9862", 7, [31, 27], [69, 27], [40, 19], [60, 19], [50, 17]) +
      spots("#e6b988", 6, [36, 24], [64, 24], [50, 24]),
  },
  "shepherd cross": {
    coat: "#b98245",
    patch: "#4a3a2e",
    ears: ONE_PRICKED,
    marks: mask("#4f4036"),
    muzzle: spot("#d8b78c", 50, 69, 15, 12),
  },
  "german shepherd": {
    coat: "#bd7f3d",
    patch: "#2f2926",
    ears: PRICKED,
    eyes: "#a46a35",
    marks: mask("#37302c"),
    muzzle: "",
  },
};
