/** Emoji by category number; every system font has them, so they cost no download. */
const PICTURES: Readonly<Record<string, string>> = {
  "1": "🐕",
  "2": "🐈",
  "3": "🐇",
  "4": "🐹",
  "5": "🐹",
  "6": "🦜",
  "7": "🐢",
  "8": "🐎",
};
const TINTS = 6;

/** A decorative picture of an animal's kind, on one of a few backgrounds so that neighbours differ. */
export function CategoryPicture({ categoryId, petId }: { categoryId: bigint; petId: bigint }) {
  return (
    <div className="picture" data-tint={Number(petId % BigInt(TINTS))} aria-hidden="true">
      {PICTURES[categoryId.toString()] ?? "🐾"}
    </div>
  );
}
