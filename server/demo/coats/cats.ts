import { both, COAT, type Coat, PATCH, path, spot, spots, strokes, WHITE } from "./shapes";

const GREEN = "#9dbb5a";
const AMBER = "#d9a03c";
const BLUE = "#5c9fd8";

/** The stripes of a tabby: an M on the forehead, and the cheeks. */
const TABBY = `${strokes(PATCH, 4, "M37 40V30l7 8 6-10 6 10 7-8v10")}${both(strokes(PATCH, 3.5, "M14 56l13 2M15 66l11-1M20 76l9-4"))}`;
const BLAZE = path(WHITE, "M48 24h4c2 18 6 26 15 32 8 16-2 36-17 36S25 72 33 56c9-6 13-14 15-32z");
/** The ears and what is around them. */
const caps = (colour: string) => both(path(colour, "M16 8 46 26q-4 12-12 16-10 2-16 4z"));
const RUFF = both(path(COAT, "M20 46 7 56l8 2L3 70l12 1-8 12 14-2-2 14 31-6z"));
const FLUFF = both(spots(COAT, 15, [18, 60], [20, 74], [32, 84], [44, 88]));
const TUFTS = both(strokes(PATCH, 2, "M23 16l-3-10M25 16l0-9"));

export const CATS: Readonly<Record<string, Coat>> = {
  tabby: { coat: "#b8946a", patch: "#6a4a30", eyes: GREEN, marks: TABBY },
  siamese: {
    coat: "#f0e2cb",
    patch: "#5f4636",
    eyes: BLUE,
    innerEars: "",
    marks: caps(PATCH) + spot("#8a6c55", 50, 67, 22, 20) + spot(PATCH, 50, 67, 16, 15),
    muzzle: "",
  },
  "ginger and white": { coat: "#e38f42", patch: "#b9602a", eyes: AMBER, marks: TABBY + BLAZE, muzzle: "" },
  cream: { coat: "#f0d9ae", patch: "#dcbb85", eyes: AMBER, marks: "" },
  black: {
    coat: "#3a3533",
    patch: "#2b2725",
    eyes: "#b5c95a",
    innerEars: both(path("#6d544d", "M26 21c-1 6-1 11 0 16l10-8z")),
    marks: "",
    muzzle: "",
  },
  van: { coat: "#fbf6ee", patch: "#cf7d3a", eyes: BLUE, marks: caps(PATCH) },
  smoke: {
    coat: "#85868c",
    patch: "#5c5d63",
    eyes: AMBER,
    back: RUFF,
    marks: path("#6d6e75", "M30 20h40L60 46H40z"),
    front: TUFTS,
  },
  "dark tabby": {
    coat: "#786758",
    patch: "#352c26",
    eyes: GREEN,
    marks: TABBY + strokes(PATCH, 3, "M50 24v6M30 46l-6-6M70 46l6-6"),
    muzzle: spot("#b8a48f", 50, 69, 15, 11),
  },
  "british shorthair": {
    coat: "#69788f",
    patch: "#56647b",
    eyes: "#d98d3a",
    marks: "",
    muzzle: spot("#8d9bb0", 50, 69, 16, 12),
  },
  persian: { coat: "#e9e2da", patch: "#cfc4b8", eyes: "#d98d3a", back: FLUFF, marks: "" },
  bengal: {
    coat: "#dca65c",
    patch: "#6b4223",
    eyes: GREEN,
    marks:
      strokes(PATCH, 3, "M42 24v12M50 22v14M58 24v12") +
      both(spots(PATCH, 3, [22, 60], [30, 68], [20, 70], [28, 78], [34, 44], [25, 46], [38, 84])),
  },
  tortoiseshell: {
    coat: "#9a8168",
    patch: "#4f3b2c",
    eyes: GREEN,
    marks: path("#d98a45", "M50 10h34v46q-14 8-26 2-8-8-8-20z") + spot("#d98a45", 26, 74, 9) + TABBY,
  },
  "maine coon": {
    coat: "#9c6f42",
    patch: "#4d3421",
    eyes: AMBER,
    back: RUFF,
    marks: TABBY,
    muzzle: path(WHITE, "M50 58c12 0 17 8 15 16l-15 18-15-18c-2-8 3-16 15-16z"),
    front: TUFTS,
  },
  "grey tabby": { coat: "#b1afae", patch: "#605d5c", eyes: GREEN, marks: TABBY },
};
