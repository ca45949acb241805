/**
 * Returns the parameters of a query whose names are members of `names`, in the order in which they were sent (URL
 * standard, 5.1). It takes linear time. URLSearchParams is quadratic, because it searches the rest of the query for the
 * `=` of each parameter.
 */
export function pairsOf(search: string, names: object): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let start = 0; start < search.length; ) {
    const separator = search.indexOf("&", start);
    const end = separator === -1 ? search.length : separator;
    const pair = pairOf(search.slice(start, end));
    if (Object.hasOwn(names, pair[0])) pairs.push(pair);
    start = end + 1;
  }
  return pairs;
}

/** Decodes one parameter. Most need no decoding. */
function pairOf(text: string): [name: string, value: string] {
  if (text.includes("%") || text.includes("+")) return [...new URLSearchParams(`?${text}`)][0] ?? ["", ""];
  const equals = text.indexOf("=");
  return equals === -1 ? [text, ""] : [text.slice(0, equals), text.slice(equals + 1)];
}
