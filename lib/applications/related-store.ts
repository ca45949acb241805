import "server-only";
import { handlersOf, readShownActors, type ShownActorOf, withHandlerNames } from "../audit/change-store";
import { shownChanges } from "../audit/schema";
import type { Db } from "../database/client";
import { authorText } from "../domain";
import type { Prisma } from "../generated/prisma/client";
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
  authors: readonly (string | null)[],
): Promise<Related> {
  const petIds = rows.map(({ petId }) => petId);
  const orderIds = rows.flatMap(({ orderId }) => orderId ?? []);
  const pets = await tx.pet.findMany({ where: { id: { in: petIds } }, select: { id: true, name: true } });
  const orders = await tx.order.findMany({
    where: { id: { in: orderIds } },
    select: { id: true, status: true, shipDate: true },
  });
  return {
    pets: new Map(pets.map(({ id, name }) => [id, name])),
    shownActorOf: await readShownActors(authors, tx),
    orders: new Map(
      orders.map(({ id, status, shipDate }) => [id, { status, shipDate: shipDate?.toISOString() ?? null }]),
    ),
  };
}

/** Reads what was done to an application, and the completions and returns of its order, latest first. */
export async function readHistory(tx: Db, { id, petId, orderId }: ListedRow): Promise<HistoryStep[]> {
  const rows = await tx.$queryRaw<HistoryRow[]>`
    SELECT set_id AS "changeSetId", subject, change_sets.at, author, fields, changes.at AS "tookPlaceAt"
    FROM changes JOIN change_sets ON change_sets.id = set_id
    WHERE pet_id = ${petId} AND (
      (subject = 'application' AND subject_id = ${id})
      OR (subject = 'order' AND subject_id = ${String(orderId)}
        AND (fields #>> '{status,from}' IN ('completed', 'returned') OR fields #>> '{status,to}' = 'completed'))
    )
    ORDER BY set_id DESC, subject LIMIT ${MAX_CHANGES}`;
  return rows.map(({ changeSetId, subject, at, author, fields, tookPlaceAt }) => {
    const changes = shownChanges(ApplicationFieldChanges.parse(fields));
    if (subject === "application") return { changeSetId, at: tookPlaceAt, author, changes };
    const order = { from: changes.status?.from ?? "open", to: changes.status?.to ?? null };
    const earlier = tookPlaceAt < at && { tookPlaceAt: { from: null, to: tookPlaceAt.toISOString() } };
    return { changeSetId, at, author, changes: { order, ...earlier } };
  });
}

type HistoryStep = { changeSetId: bigint; at: Date; author: string; changes: ApplicationFieldChanges };
type HistoryRow = Pick<HistoryStep, "changeSetId" | "at" | "author"> & {
  subject: string;
  fields: unknown;
  tookPlaceAt: Date;
};

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

export type ListedRow = Omit<ApplicationRow, "pet">;

type Related = {
  pets: ReadonlyMap<bigint, string>;
  shownActorOf: ShownActorOf;
  orders: ReadonlyMap<bigint, NonNullable<ApplicationSummary["order"]>>;
};

export function toListed(row: ListedRow, related: Related): ListedApplication {
  return { ...toSummary(row, related), excerpt: beginningOf(row.message, MAX_EXCERPT_LENGTH - 1) };
}

function toSummary(row: ListedRow, { pets, shownActorOf, orders }: Related): ApplicationSummary {
  const { id, petId, status, suspicious, name, handledBy, orderId, visitAt, toTell, createdAt, changedAt } = row;
  return {
    id,
    petId,
    petName: pets.get(petId) ?? "",
    status,
    folder: suspicious ? "suspicious" : "inbox",
    name,
    isQuestion: isQuestion(row),
    handledBy: handledBy === null ? null : { id: handledBy, name: shownActorOf(handlerOf(row)).name ?? "" },
    orderId,
    order: (orderId !== null && orders.get(orderId)) || null,
    visitAt,
    toTell,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
    version: String(row.version),
  };
}

export function toApplication(row: ListedRow, steps: readonly HistoryStep[], related: Related): Application {
  const { email, telephone, home, otherPets, message, note, reply, createdBy } = row;
  const { shownActorOf } = related;
  const suspicions = SUSPICIONS.filter((one) => row.suspicious && row.suspicions.includes(one));
  const history = steps.map(({ changeSetId, at, author, changes }) => ({
    changeSetId,
    at: at.toISOString(),
    actor: shownActorOf(author),
    changes: withHandlerNames(changes, shownActorOf),
  }));
  const enteredBy = createdBy === null ? null : shownActorOf(createdBy);
  const texts = { email, telephone, home, otherPets, message, note, reply };
  return { ...toSummary(row, related), ...texts, suspicions, enteredBy, history };
}

/** As authors are stored. */
export const handlerOf = ({ handledBy }: Pick<ListedRow, "handledBy">): string | null =>
  handledBy === null ? null : authorText({ kind: "person", id: handledBy });

export const authorsOf = (row: ListedRow, steps: readonly HistoryStep[]): (string | null)[] => [
  ...steps.flatMap(({ author, changes }) => [author, ...handlersOf(changes)]),
  row.createdBy,
  handlerOf(row),
];
