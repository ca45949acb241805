import "server-only";
import type { Db } from "../database/client";
import { parseAuthor, personIdOf } from "../domain";
import type { Prisma } from "../generated/prisma/client";
import { type OrderStatus, statusBefore } from "../orders/status";
import { shownName } from "../values/person-name";
import { beginningOf } from "../values/words";
import {
  type Application,
  ApplicationFieldChanges,
  type ApplicationSummary,
  type ListedApplication,
  MAX_CHANGES,
  MAX_EXCERPT_LENGTH,
  type PublicApplication,
  SUSPICIONS,
} from "./schema";
import { isQuestion } from "./sent-words";
import { isOpen } from "./status";

// Sends one query after another. Prisma would read relations concurrently, but a transaction has one connection, and
// `pg` refuses a query while another one is running on it.

export async function readRelated(
  tx: Db,
  rows: readonly Pick<ListedRow, "petId" | "orderId">[],
  personIds: readonly string[],
): Promise<Related> {
  const petIds = rows.map(({ petId }) => petId);
  const orderIds = rows.flatMap(({ orderId }) => orderId ?? []);
  const pets = await tx.pet.findMany({ where: { id: { in: petIds } }, select: { id: true, name: true } });
  const people = await tx.user.findMany({
    where: { id: { in: [...personIds] } },
    select: { id: true, name: true, email: true },
  });
  const orders = await tx.order.findMany({
    where: { id: { in: orderIds } },
    select: { id: true, status: true, shipDate: true },
  });
  return {
    pets: new Map(pets.map(({ id, name }) => [id, name])),
    people: new Map(people.map(({ id, ...person }) => [id, shownName(person)])),
    orders: new Map(
      orders.map(({ id, status, shipDate }) => [id, { status, shipDate: shipDate?.toISOString() ?? null }]),
    ),
  };
}

/** When the order was completed and returned, and when that was undone, latest first. */
export async function readOutcomes(tx: Db, orderId: bigint | null): Promise<Outcome[]> {
  if (orderId === null) return [];
  const changes = await tx.orderChange.findMany({
    where: { orderId, action: { not: "scheduled" } },
    select: { at: true, author: true, action: true, tookPlaceAt: true },
    orderBy: { id: "desc" },
    take: MAX_CHANGES + 1,
  });
  const outcomes = changes.flatMap(({ action, ...change }, index): Outcome[] => {
    if (action === "completed" || action === "returned") {
      return [{ ...change, from: statusBefore(action), to: action }];
    }
    // The change before is the one that is undone.
    const undone = action === "undone" ? changes[index + 1]?.action : undefined;
    if (undone !== "completed" && undone !== "returned") return [];
    return [{ ...change, tookPlaceAt: null, from: undone, to: statusBefore(undone) }];
  });
  return outcomes.slice(0, MAX_CHANGES);
}

/** An application with the name of its animal. */
export const WITH_PET = { pet: { select: { name: true } } } as const;
export type ApplicationRow = Prisma.ApplicationGetPayload<{ include: typeof WITH_PET }>;

export async function toPublic(tx: Db, row: ApplicationRow): Promise<PublicApplication> {
  const { id, petId, status, orderId, createdAt, changedAt, pet } = row;
  return {
    id,
    petId,
    petName: pet.name,
    status,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
    mayWithdraw: isOpen(status) || (await isOrderOpen(tx, orderId)),
  };
}

async function isOrderOpen(tx: Db, orderId: bigint | null): Promise<boolean> {
  if (orderId === null) return false;
  const order = await tx.order.findUnique({ where: { id: orderId }, select: { status: true } });
  return order?.status === "open";
}

/** An application with its latest changes. */
export const WITH_CHANGES = { changes: { orderBy: { id: "desc" }, take: MAX_CHANGES } } as const;
type DetailRow = Prisma.ApplicationGetPayload<{ include: typeof WITH_CHANGES }>;
export type ListedRow = Omit<DetailRow, "changes">;

type Related = {
  pets: ReadonlyMap<bigint, string>;
  people: ReadonlyMap<string, string>;
  orders: ReadonlyMap<bigint, NonNullable<ApplicationSummary["order"]>>;
};

/** The completion or return of an application's order, or the undoing of one. */
type Outcome = { at: Date; author: string; from: OrderStatus; to: OrderStatus; tookPlaceAt: Date | null };

export function toListed(row: ListedRow, related: Related): ListedApplication {
  return { ...toSummary(row, related), excerpt: beginningOf(row.message, MAX_EXCERPT_LENGTH - 1) };
}

function toSummary(row: ListedRow, { pets, people, orders }: Related): ApplicationSummary {
  const { id, petId, status, suspicious, name, handledBy, orderId, toTell, createdAt, changedAt, version } = row;
  return {
    id,
    petId,
    petName: pets.get(petId) ?? "",
    status,
    folder: suspicious ? "suspicious" : "inbox",
    name,
    isQuestion: isQuestion(row),
    handledBy: handledBy === null ? null : { id: handledBy, name: people.get(handledBy) ?? "" },
    orderId,
    order: (orderId !== null && orders.get(orderId)) || null,
    toTell,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
    version: String(version),
  };
}

export function toApplication(row: DetailRow, outcomes: readonly Outcome[], related: Related): Application {
  const { email, telephone, home, otherPets, message, note, reply, createdBy, changes } = row;
  const suspicions = SUSPICIONS.filter((one) => row.suspicious && row.suspicions.includes(one));
  const ends = outcomes.map(({ from, to, tookPlaceAt, ...outcome }) => ({
    ...outcome,
    changes: {
      order: { from, to },
      ...(tookPlaceAt && { tookPlaceAt: { from: null, to: tookPlaceAt.toISOString() } }),
    },
  }));
  const history = [...ends, ...changes]
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, MAX_CHANGES)
    .map(({ at, author, changes: fields }) => ({
      at: at.toISOString(),
      actor: shownActor(author, related),
      changes: withHandlerNames(ApplicationFieldChanges.parse(fields), related),
    }));
  const enteredBy = createdBy === null ? null : shownActor(createdBy, related);
  const texts = { email, telephone, home, otherPets, message, note, reply };
  return { ...toSummary(row, related), ...texts, suspicions, enteredBy, history };
}

/** Names who handled an application before and after a change. Older entries may have only a name. */
function withHandlerNames(changes: ApplicationFieldChanges, { people }: Related): ApplicationFieldChanges {
  const { handledBy } = changes;
  if (!handledBy) return changes;
  const nameOf = (text: string | null) => people.get(personIdOf(text) ?? "") ?? text;
  return { ...changes, handledBy: { from: nameOf(handledBy.from), to: nameOf(handledBy.to) } };
}

function shownActor(text: string, { people }: Related): Application["history"][number]["actor"] {
  const author = parseAuthor(text);
  return { kind: author.kind, name: author.kind === "person" ? (people.get(author.id) ?? null) : null };
}

export function peopleOf({ handledBy, createdBy, changes }: DetailRow, outcomes: readonly Outcome[]): string[] {
  const texts = [...outcomes, ...changes].map(({ author }) => author);
  const authors = [...texts, ...(createdBy === null ? [] : [createdBy])].map(parseAuthor);
  const ids = authors.flatMap((author) => (author.kind === "person" ? [author.id] : []));
  const handlers = changes.flatMap(({ changes: fields }) => {
    const { from = null, to = null } = ApplicationFieldChanges.parse(fields).handledBy ?? {};
    return [from, to].flatMap((text) => personIdOf(text) ?? []);
  });
  return [...ids, ...handlers, ...(handledBy === null ? [] : [handledBy])];
}
