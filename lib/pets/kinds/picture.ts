/** The colours of a coat and of its patches. They may differ by theme. */
type Colours = readonly [coat: string, patch: string];

const FUR: readonly [Colours, ...Colours[]] = [
  ["#c98a4b", "#8f5a2b"],
  ["#ecd2a4", "#c79a5e"],
  ["#a9a6a4", "#77736f"],
  ["light-dark(#5d554f, #857b72)", "light-dark(#3d3733, #5a524b)"],
  ["#f3ebe1", "#b58f69"],
];

/** The coats of kinds without fur. */
const OTHERS: Readonly<Record<string, typeof FUR>> = {
  bird: [
    ["#5aa3d8", "#2f74ad"],
    ["#f0c64a", "#c9912a"],
    ["#6fbf6a", "#3f8d4d"],
    ["#e07a5f", "#b24c39"],
    ["#8f8fd0", "#5f5fa8"],
  ],
  tortoise: [
    ["#9db66b", "#6f7f3d"],
    ["#b9ad6a", "#84743a"],
    ["#7fae8a", "#4c7d5c"],
    ["#a3a17b", "#6d6a48"],
    ["#8fb4a5", "#5b7f72"],
  ],
};

// The numbers are coprime, so no two of any 210 successive animals of a kind look alike.
const COATS = 5n;
const TINTS = 6n;
const POSES = 7n;

/**
 * Returns how the drawing of an animal differs from others of its kind: the colours of its coat, the number of its
 * background, and the number of its pose (app/styles/picture.css). The kind is the name of its drawing.
 */
export function drawingOf(petId: bigint, kind: string) {
  const [coat, patch] = (OTHERS[kind] ?? FUR)[Number(petId % COATS)] ?? FUR[0];
  return { coat, patch, tint: Number(petId % TINTS), pose: Number(petId % POSES) };
}
