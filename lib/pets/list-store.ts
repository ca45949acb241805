import "server-only";
import { type Cursor, type Place, readPage } from "../cursor";
import { queryPrepared } from "../database/prepared";
import type { Statement } from "../database/rows-query";
import { toId, toListedPet, toPet } from "./columns";
import type { ListPetsQuery } from "./list-query";
import { LIST, type ListShape, listStatement } from "./list-statement";
import type { PetsPage } from "./page";
import { readSettled } from "./settled-store";

/**
 * Lists pets by keyset: a page costs the same at any depth, and new pets move nothing on later pages. Paging on to
 * newer pets must not skip one whose transaction has not committed yet.
 */
export async function listPets(query: ListPetsQuery): Promise<PetsPage> {
  const statements = statementsOf(query);
  const filters = valuesOf(query);
  const read = ({ direction, id, count }: Place) => {
    const edge = direction === "older" ? id : id - 1n;
    return queryPrepared(statements[direction], [String(edge), String(count), ...filters]);
  };
  const { entries, next, prev } = await readPage(query, { read, idOf: toId, settle: readSettled });
  return { pets: query.include?.has("version") ? entries.map(toListedPet) : entries.map(toPet), next, prev };
}

type Statements = Readonly<Record<Cursor["direction"], Statement>>;

/** Statements by their shape: each is made once. There are few shapes. */
const known = new Map<string, Statements>();

function statementsOf({ status, categoryId, ids, include }: ListPetsQuery): Statements {
  if (!ids && !include && categoryId === undefined) {
    return status ? { older: LIST.olderByStatus, newer: LIST.newerByStatus } : LIST;
  }
  const shape: Required<ListShape> = {
    byKind: categoryId !== undefined,
    byStatus: status !== undefined,
    byIds: ids !== undefined,
    version: include?.has("version") ?? false,
  };
  const key = Object.values(shape).join();
  const made = known.get(key) ?? { older: listStatement("older", shape), newer: listStatement("newer", shape) };
  known.set(key, made);
  return made;
}

function valuesOf({ status, categoryId, ids }: ListPetsQuery): string[] {
  return [
    ...(categoryId === undefined ? [] : [String(categoryId)]),
    ...(status ? [status] : []),
    ...(ids ? [`{${ids.join(",")}}`] : []),
  ];
}
