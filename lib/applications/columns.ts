import "server-only";
import { parseAuthor, personIdOf } from "../author";
import type { Prisma } from "../generated/prisma/client";
import type { OrderStatus } from "../orders/status";
import { isQuestion } from "./question";
import {
  type Application,
  ApplicationFieldChanges,
  type ApplicationSummary,
  type ListedApplication,
  MAX_CHANGES,
  MAX_EXCERPT_LENGTH,
  SUSPICIONS,
} from "./schema";

/** The columns of an application in a list. */
export const LISTED = {
  id: true,
  number: true,
  petId: true,
  status: true,
  suspicious: true,
  name: true,
  home: true,
  otherPets: true,
  message: true,
  handledBy: true,
  orderId: true,
  toTell: true,
  createdAt: true,
  changedAt: true,
  version: true,
} as const satisfies Prisma.ApplicationSelect;

/** All columns of an application. */
export const DETAIL = {
  ...LISTED,
  email: true,
  telephone: true,
  note: true,
  reply: true,
  suspicions: true,
  createdBy: true,
  changes: { orderBy: { id: "desc" }, take: MAX_CHANGES },
} as const satisfies Prisma.ApplicationSelect;

/** A row of the list. */
export type ListedRow = Prisma.ApplicationGetPayload<{ select: typeof LISTED }>;
type DetailRow = Prisma.ApplicationGetPayload<{ select: typeof DETAIL }>;

/** The names of animals and people, and orders, by id. */
export type Related = {
  pets: ReadonlyMap<bigint, string>;
  people: ReadonlyMap<string, string>;
  orders: ReadonlyMap<bigint, NonNullable<ApplicationSummary["order"]>>;
};

/** The completion or return of an application's order, or the undoing of one. */
export type Outcome = { at: Date; author: string; from: OrderStatus; to: OrderStatus; tookPlaceAt: Date | null };

/** Returns a row as the shelter sees it in the list. */
export function toListed(row: ListedRow, related: Related): ListedApplication {
  return { ...toSummary(row, related), excerpt: excerptOf(row.message) };
}

/** Returns the beginning of a string in one line, and whether it continues. */
function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= MAX_EXCERPT_LENGTH) return line;
  // By code points, so that no character is cut in half.
  let cut = "";
  for (const character of line) {
    if (cut.length + character.length >= MAX_EXCERPT_LENGTH) break;
    cut += character;
  }
  return `${cut}…`;
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

/** Converts a row to an application with everything that the shelter sees. */
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

/** Returns the ids of the people in a row and its history. */
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
