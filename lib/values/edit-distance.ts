/** Counts letters that are wrong, missing or too many, and swapped neighbours: the Damerau-Levenshtein distance. */
export function editDistance(left: readonly string[], right: readonly string[]): number {
  let [twoBack, previous]: [number[], number[]] = [[], right.map((_, index) => index)];
  previous.push(right.length);
  for (const [row, letter] of left.entries()) {
    const current = [row + 1];
    for (const [column, other] of right.entries()) {
      const [above = 0, diagonal = 0, before = 0] = [previous[column + 1], previous[column], current[column]];
      const isSwapped = row > 0 && column > 0 && letter === right[column - 1] && left[row - 1] === other;
      const swapped = isSwapped ? (twoBack[column - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(above + 1, before + 1, diagonal + (letter === other ? 0 : 1), swapped));
    }
    [twoBack, previous] = [previous, current];
  }
  return previous[right.length] ?? 0;
}
