// The numbers are coprime, so coat and background differ among any 30 successive animals of a kind.
const COATS = 5n;
const TINTS = 6n;
const MIRRORED = 7n;

/**
 * Returns how the drawing of an animal differs from others of its kind: the numbers of its coat and its background, and
 * whether it is mirrored.
 */
export function pictureOf(petId: bigint): { coat: number; tint: number; isMirrored: boolean } {
  return { coat: Number(petId % COATS), tint: Number(petId % TINTS), isMirrored: petId % MIRRORED < 3n };
}
