/**
 * The parameters of a query that `names` has as members, in the order in which they were sent (URL standard, section 5.1).
 * Linear, where URLSearchParams looks for the next `=` to the very end of the query, for each parameter anew.
 */
export function pairsOf(search: string, names: object): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let start = 0; start < search.length; ) {
    const next = search.indexOf("&", start);
    const end = next === -1 ? search.length : next;
    const pair = pairOf(search.slice(start, end));
    if (Object.hasOwn(names, pair[0])) pairs.push(pair);
    start = end + 1;
  }
  return pairs;
}

/** One parameter, decoded; there is seldom anything to decode. */
function pairOf(text: string): [name: string, value: string] {
  if (text.includes("%") || text.includes("+")) return [...new URLSearchParams(`?${text}`)][0] ?? ["", ""];
  const equals = text.indexOf("=");
  return equals === -1 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
}
