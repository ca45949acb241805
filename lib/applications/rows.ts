import "server-only";
import { parseAuthor } from "../author";
import type { Prisma } from "../generated/prisma/client";
import { type Application, type ApplicationSummary, FieldChanges, MAX_CHANGES } from "./schema";

/** The columns of an application in a list. */
export const SUMMARY = {
  id: true,
  number: true,
  petId: true,
  status: true,
  suspicious: true,
  name: true,
  handledBy: true,
  orderId: true,
  createdAt: true,
  changedAt: true,
  version: true,
} as const satisfies Prisma.ApplicationSelect;

/** All columns of an application. */
export const DETAIL = {
  ...SUMMARY,
  email: true,
  telephone: true,
  home: true,
  otherPets: true,
  message: true,
  note: true,
  changes: { orderBy: { id: "desc" }, take: MAX_CHANGES },
} as const satisfies Prisma.ApplicationSelect;

/** A row of the list. */
export type SummaryRow = Prisma.ApplicationGetPayload<{ select: typeof SUMMARY }>;
type DetailRow = Prisma.ApplicationGetPayload<{ select: typeof DETAIL }>;

/** The names of animals and the e-mail addresses of people, by id. */
export type Names = { pets: ReadonlyMap<bigint, string>; people: ReadonlyMap<string, string> };

/** A row as the shelter sees it in the list. */
export function toSummary(row: SummaryRow, { pets, people }: Names): ApplicationSummary {
  const { id, petId, status, suspicious, name, handledBy, orderId, createdAt, changedAt, version } = row;
  return {
    id,
    petId,
    petName: pets.get(petId) ?? "",
    status,
    folder: suspicious ? "suspicious" : "inbox",
    name,
    handledBy: handledBy === null ? null : { id: handledBy, name: people.get(handledBy) ?? "" },
    orderId,
    createdAt: createdAt.toISOString(),
    changedAt: changedAt.toISOString(),
    version: String(version),
  };
}

/** A row with everything that the shelter sees. */
export function toApplication(row: DetailRow, names: Names): Application {
  const { email, telephone, home, otherPets, message, note, changes } = row;
  const history = changes.map(({ at, author: text, changes: fields }) => {
    const author = parseAuthor(text);
    const name = author.kind === "person" ? (names.people.get(author.id) ?? null) : null;
    return { at: at.toISOString(), actor: { kind: author.kind, name }, changes: FieldChanges.parse(fields) };
  });
  return { ...toSummary(row, names), email, telephone, home, otherPets, message, note, history };
}

/** The ids of the people in a row and its history. */
export function peopleOf({ handledBy, changes }: DetailRow): string[] {
  const authors = changes.map(({ author }) => parseAuthor(author));
  const ids = authors.flatMap((author) => (author.kind === "person" ? [author.id] : []));
  return handledBy === null ? ids : [...ids, handledBy];
}
