// Coprime, so that 30 animals of a kind in a row all differ in coat and background.
const COATS = 5n;
const TINTS = 6n;
const MIRRORED = 7n;

/** How the drawing of an animal differs from others of its kind: numbers of its coat and its background. */
export function pictureOf(petId: bigint): { coat: number; tint: number; mirrored: boolean } {
  return { coat: Number(petId % COATS), tint: Number(petId % TINTS), mirrored: petId % MIRRORED < 3n };
}
