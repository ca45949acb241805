/** Who makes a change: an API key, a person, an applicant on their private page, the command line or the service. */
export type Author =
  | { kind: "key" | "person"; id: string }
  | { kind: "applicant" }
  | { kind: "operator" }
  | { kind: "service" };

/** Returns an author as it is stored: `key:ID`, `person:ID`, or the bare kind. */
export function authorText(author: Author): string {
  return "id" in author ? `${author.kind}:${author.id}` : author.kind;
}

/** Returns the id of the person if `authorText` wrote the text for one, or null. */
export function personIdOf(text: string | null): string | null {
  return text?.startsWith("person:") ? text.slice("person:".length) : null;
}

/** Parses what `authorText` wrote. @throws TypeError for any other string */
export function parseAuthor(text: string): Author {
  const [kind, id] = text.split(/:(.*)/s, 2);
  if ((kind === "key" || kind === "person") && id) return { kind, id };
  if ((kind === "applicant" || kind === "operator" || kind === "service") && id === undefined) return { kind };
  throw new TypeError(`${text} is not an author`);
}
