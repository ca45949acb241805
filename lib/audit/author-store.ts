import "server-only";
import { parseAuthor } from "../author";
import { db } from "../database/client";
import { shownName } from "../values/person-name";
import type { ShownActor } from "./actor-schema";

/** Looks up stored authors (lib/author.ts), with their current names. Null is unknown. */
export async function readShownActors(
  authors: readonly (string | null)[],
): Promise<(author: string | null) => ShownActor> {
  const ids = { key: new Set<string>(), person: new Set<string>() };
  for (const text of authors) {
    const author = text === null ? null : parseAuthor(text);
    if (author && "id" in author) ids[author.kind].add(author.id);
  }
  const select = { id: true, name: true } as const;
  const [keys, people] = await Promise.all([
    ids.key.size > 0 ? db().apiKey.findMany({ where: { id: { in: [...ids.key] } }, select }) : [],
    ids.person.size > 0
      ? db().user.findMany({ where: { id: { in: [...ids.person] } }, select: { ...select, email: true } })
      : [],
  ]);
  const names = {
    key: namesOf(keys),
    person: namesOf(people.map(({ id, ...person }) => ({ id, name: shownName(person) }))),
  };
  return (text) => {
    const author = text === null ? null : parseAuthor(text);
    const name = author && "id" in author ? names[author.kind].get(author.id) : undefined;
    return { kind: author?.kind ?? "unknown", name: name ?? null };
  };
}

function namesOf(rows: readonly { id: string; name: string }[]): Map<string, string> {
  return new Map(rows.map(({ id, name }) => [id, name]));
}
