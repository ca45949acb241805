/** Two primes and offsets, because 32 bits are too few. */
const SEEDS = [
  [0x811c9dc5, 0x01000193],
  [0x9e3779b1, 0x85ebca6b],
] as const;

/** Returns a short text that identifies a long one (FNV-1a, twice). It is not a secret. */
export function fingerprintOf(text: string): string {
  const hashes = SEEDS.map(([offset, prime]) => {
    let hash: number = offset;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
    return (hash >>> 0).toString(36);
  });
  return [text.length, ...hashes].join("-");
}
