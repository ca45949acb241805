import { both, COAT, type Coat, PATCH, path, spot, spots, strokes, WHITE } from "./shapes";

const LOP = both(path(PATCH, "M40 42C22 34 8 48 10 68c1 12 12 14 15 4 2-8 4-16 9-22z"));
const SHORT_EARS = both(path(COAT, "M36 48C29 40 27 24 33 21s14 14 14 24z"));
const SHORT_INNER = both(path("#f0a9a0", "M38 40c-4-5-5-13-2-14s6 9 5 14z"));
const RABBIT_BLAZE = path(WHITE, "M47 34h6c1 12 4 20 12 26 6 12 2 30-6 34H41c-8-4-12-22-6-34 8-6 11-14 12-26z");
const WOOL = both(spots(COAT, 12, [26, 50], [21, 62], [23, 76], [36, 86], [38, 44]));
const MANE = both(path(PATCH, "M44 34 32 32l2 8-14 2 5 8-12 8 9 5-7 12 11 0-2 12 20-4z"));

export const RABBITS: Readonly<Record<string, Coat>> = {
  lop: { coat: "#cf9a63", patch: "#a8703e", ears: "", innerEars: "", marks: "", front: LOP },
  dutch: { coat: "#3d3835", patch: "#3d3835", eyes: "#8f6238", marks: RABBIT_BLAZE, muzzle: "" },
  dwarf: { coat: "#9c6b42", patch: "#7c5130", ears: SHORT_EARS, innerEars: SHORT_INNER, marks: "" },
  angora: {
    coat: "#fbf7f1",
    patch: "#efe6da",
    back: WOOL,
    marks: "",
    front: spots("#efe6da", 6, [42, 40], [50, 37], [58, 40]),
  },
  rex: { coat: "#7f8794", patch: "#69717f", marks: "", muzzle: spot("#99a0ab", 50, 74, 14, 10) },
  lionhead: {
    coat: "#ead0a2",
    patch: "#c99a5e",
    back: MANE,
    marks: "",
    front: strokes(PATCH, 3.5, "M44 40l-3-8M50 40v-10M56 40l3-8"),
  },
  "brown crossbreed": { coat: "#7d5940", patch: "#5f412d", marks: both(spot("#a98363", 36, 60, 8, 9)) },
};

const ROSETTES = both(strokes(PATCH, 2.2, "M34 26l-6-7M30 33l-9-2M38 22l-2-9M26 72l-8 4M29 78l-5 7M23 65l-8-1"));
const LONG_HAIR = both(strokes(PATCH, 3.5, "M46 14C30 18 14 40 11 84M42 16C24 24 10 44 6 72M44 20C32 26 22 40 19 88"));

export const GUINEA_PIGS: Readonly<Record<string, Coat>> = {
  "smooth tan": { coat: "#c98a4b", patch: "#8f5a2b" },
  "ginger abyssinian": { coat: "#df8438", patch: "#a85620", marks: "", front: ROSETTES },
  "long-haired": { coat: "#eed9b0", patch: "#d2ad73", marks: "", front: LONG_HAIR },
  "smooth black and white": { coat: "#3f3a37", patch: "#3f3a37", eyes: "#8a5e36" },
  crested: {
    coat: "#e59a45",
    patch: "#c77a2c",
    marks: "",
    muzzle: "",
    front: spots(WHITE, 5, [44, 19], [56, 19], [50, 14], [50, 22]),
  },
  "chocolate abyssinian": {
    coat: "#6e4932",
    patch: "#4b3021",
    eyes: "#b07a48",
    marks: "",
    muzzle: spot("#a57a5a", 50, 66, 14, 12),
    front: ROSETTES,
  },
};

const BACK_STRIPE = path(PATCH, "M45 18h10c1 10 1 18-5 24-6-6-6-14-5-24z");
const FLUFF = both(strokes(COAT, 5, "M12 58 4 54M10 66l-8 2M13 76l-8 6M22 84l-4 7M34 88l-2 6M22 46l-8-6"));

export const HAMSTERS: Readonly<Record<string, Coat>> = {
  golden: { coat: "#dc9a4b", patch: "#b06f2c" },
  dwarf: { coat: "#a7a3a1", patch: "#5c5856", marks: BACK_STRIPE },
  "cream and white": { coat: "#f2dfb9", patch: "#d8b888", marks: "" },
  "long-haired": { coat: "#a06f45", patch: "#7b5130", back: FLUFF, marks: "" },
  chinese: { coat: "#81705f", patch: "#4a3f36", marks: BACK_STRIPE + both(spot("#6a5b4c", 26, 50, 9, 12)) },
};
