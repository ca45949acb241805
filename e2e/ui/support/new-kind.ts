/** The last kind that was given out. Each worker has its own service, so each may give out the same. */
let last = 1_000;

/** Returns the number of a kind that no other animal has, so that its list shows only the animals of one test. */
export function newKind(): number {
  last++;
  return last;
}
