import { isolate } from "../../bidi";
import type { Category } from "../categories";
import { kindOfWord } from "../kind-words";
import { CARDS_PAGE_SIZE, MAX_PAGE_SIZE } from "../list/sizes";
import { DEFAULT_STATUS } from "../status";
import type { CardPet, CardsPage } from "./card";
import { emptyList } from "./empty-list";
import { filtersHref, hasFacts, kindOf, type PetFilters } from "./filters";
import { animals } from "./list-words";
import { type MeantKind, meantKind } from "./meant-kind";
import { nearestName } from "./near-name";

/** A list with at most this many animals also shows others. */
const FEW = 4;
/** How many others fill a page, and the maximum number that is shown. */
const [ENOUGH, MAX_OTHERS] = [4, 8];

/** Reads the page of the list for some filters, with `limit` animals, and stories that mention `story`, if given. */
type ReadPage = (filters: PetFilters, limit?: number, story?: string) => Promise<CardsPage>;

/** What a search without a result probably means. */
type Meant = Omit<NonNullable<CardsPage["others"]>, "pets">;

const ALL: PetFilters = { status: DEFAULT_STATUS };

/** Completes a page with what is shown in place of missing animals: others, and why there are none. */
export async function withOthers(filters: PetFilters, page: CardsPage, read: ReadPage): Promise<CardsPage> {
  const completed = await addOthers(filters, page, read);
  const { pets, empty, mentions, others } = completed;
  if (pets.length > 0 || empty || (mentions && !others?.name && !others?.spelling)) return completed;
  return { ...completed, empty: emptyList(filters, others) };
}

/**
 * Shows the animals of a kind if no name matches and the search is a word for this kind. Adds other available animals to
 * a list with few: first the one whose name, or those whose kind, was probably meant, then those of the chosen kind. The
 * list stays as it is if they cannot be read.
 */
async function addOthers(filters: PetFilters, page: CardsPage, read: ReadPage): Promise<CardsPage> {
  const isWhole = filters.cursor === undefined && page.next === null;
  if (!isWhole || page.pets.length > FEW || filtersHref(filters) === filtersHref(ALL)) return page;
  try {
    const kind = filters.q === undefined ? null : meantKind(filters.q);
    const isNobody = filters.q !== undefined && page.pets.length === 0;
    const meant = isNobody && kind && kind.spelling === undefined ? kind.kind : null;
    const mentions = isNobody ? await readMentions(filters, meant, read) : null;
    if (meant) return await readKind(filters, meant, mentions, read);
    const others = await findOthers(filters, kind, mentions?.pets ?? page.pets, read);
    return { ...page, ...(mentions && { mentions }), others };
  } catch {
    return page;
  }
}

/**
 * Reads the animals whose stories mention the search, only those of the kind that it means, if any. The word for a kind
 * is in too many stories: "gets along with dogs".
 */
async function readMentions({ q = "", ...filters }: PetFilters, kind: Category | null, read: ReadPage) {
  if (kindOfWord(q)) return null;
  const source = { ...filters, ...(kind && { kind: kind.picture }) };
  const { pets, next } = await read(source, CARDS_PAGE_SIZE, q);
  if (pets.length === 0) return null;
  const isOne = pets.length === 1;
  const found = animals({ count: pets.length, more: next !== null }, kindOf(source));
  return { pets, heading: `${found} whose ${isOne ? "story mentions" : "stories mention"} “${isolate(q)}”` };
}

/** Reads the animals of the kind that a search means, with the other filters. */
async function readKind(
  { q = "", ...filters }: PetFilters,
  kind: Category,
  mentions: CardsPage["mentions"] | null,
  read: ReadPage,
): Promise<CardsPage> {
  const meant = { ...filters, kind: kind.picture };
  const page = await withOthers(meant, await read(meant), read);
  const narrowed = hasFacts(filters) ? " with these filters" : "";
  const none = `No ${kindOf(filters)?.name.toLowerCase() ?? "animal"}${narrowed} is called “${isolate(q)}”.`;
  const note = page.pets.length > 0 && !mentions ? `${none} These are all ${kind.plural}.` : none;
  const rest = `All ${kind.plural}${narrowed}`;
  return { ...page, ...(mentions && { mentions: { ...mentions, rest } }), instead: { filters: meant, note } };
}

async function findOthers(
  filters: PetFilters,
  kind: MeantKind | null,
  shown: readonly CardPet[],
  read: ReadPage,
): Promise<NonNullable<CardsPage["others"]>> {
  // Names are compared only if nothing was found. What was found is not a typing error.
  const isMistyped = filters.q !== undefined && shown.length === 0;
  const newest = isMistyped ? (await read(ALL, MAX_PAGE_SIZE)).pets : null;
  const near = newest && nearestName(filters.q ?? "", newest);
  // A kind has few words, so one that is as near as this is more likely than a name with two errors.
  const meansName = near && (kind === null || near.errors === 1);
  if (meansName) {
    const pets = await collect(filters.kind, filters, [], read, newest);
    return {
      pets: [near.pet, ...pets.filter(({ id }) => id !== near.pet.id)].slice(0, MAX_OTHERS),
      name: near.pet.name,
    };
  }
  const meant: Meant = {};
  if (kind && (kind.spelling === undefined || shown.length === 0)) {
    meant.kind = kind.kind.picture;
    if (kind.spelling !== undefined) meant.spelling = kind.spelling;
  }
  return { pets: await collect(meant.kind ?? filters.kind, filters, shown, read, newest), ...meant };
}

/** Collects other animals, first those of a kind. `newest` are those of all kinds, if they were read already. */
async function collect(
  kind: string | undefined,
  filters: PetFilters,
  shown: readonly CardPet[],
  read: ReadPage,
  newest: readonly CardPet[] | null,
): Promise<CardPet[]> {
  const sources = kind === undefined ? [ALL] : [{ ...ALL, kind }, ALL];
  const left = new Set(shown.map(({ id }) => id));
  const found = new Map<bigint, CardPet>();
  for (const source of sources) {
    if (found.size >= ENOUGH) break;
    if (filtersHref(source) === filtersHref(filters)) continue;
    const pets = source === ALL && newest ? newest : (await read(source)).pets;
    for (const pet of pets) if (!left.has(pet.id)) found.set(pet.id, pet);
  }
  return [...found.values()].slice(0, MAX_OTHERS);
}
