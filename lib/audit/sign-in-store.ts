import "server-only";
import { type Db, db } from "../database/client";
import { type Listed, readPage } from "../values/cursor";
import { shownName } from "../values/person-name";
import type { ListSignInsQuery } from "./list-query";
import { type SignIn, SignInEvent } from "./schema";

type NewSignIn = { event: SignInEvent; personId: string | null; address?: string | null; tries?: number };

/** Records a sign-in or the like; in `tx` if it is given. */
export async function recordSignIn(entry: NewSignIn, tx: Db = db()): Promise<void> {
  await tx.signIn.create({ data: entry, select: { id: true } });
}

/** Lists who signed in and out, newest first. */
export async function listSignIns(query: ListSignInsQuery): Promise<Listed<SignIn>> {
  const { personId, from } = query;
  const { entries, ...page } = await readPage(query, {
    read: ({ direction, id, count }) =>
      db().signIn.findMany({
        where: {
          id: direction === "newer" ? { gte: id } : { lte: id },
          ...(personId !== undefined && { personId }),
          ...(from !== undefined && { at: { gte: new Date(from) } }),
        },
        orderBy: { id: direction === "newer" ? "asc" : "desc" },
        take: count,
      }),
    idOf: ({ id }) => id,
  });
  const ids = entries.flatMap((entry) => entry.personId ?? []);
  const people = await db().user.findMany({
    where: { id: { in: ids } },
    select: { id: true, name: true, email: true },
  });
  const byId = new Map(people.map(({ id, name, email }) => [id, { name: shownName({ name, email }), email }]));
  const data = entries.map(({ personId: id, ...entry }) => ({
    ...entry,
    at: entry.at.toISOString(),
    event: SignInEvent.parse(entry.event),
    person: byId.get(id ?? "") ?? null,
  }));
  return { data, page };
}
