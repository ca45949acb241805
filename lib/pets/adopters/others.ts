import { isolate } from "../../bidi";
import { countWords } from "../../counts";
import { nameInSentence } from "../../excerpt";
import { foldName } from "../../fold-name";
import { CATEGORIES, type Category } from "../categories";
import { CARDS_PAGE_SIZE, MAX_PAGE_SIZE } from "../list/sizes";
import { DEFAULT_STATUS, PET_STATUSES, type PetStatus, STATUS_LABELS } from "../status";
import type { CardPet, CardsPage, WordLink } from "./card";
import { emptyList } from "./empty-list";
import { filtersHref, hasFacts, kindOf, type PetFilters, without } from "./filters";
import { animals, capitalized, joined, wordsOf } from "./list-words";
import { type Corrected, corrected, type MeantFilters, meantFilters } from "./meant-filters";
import { nearestName } from "./near-name";

// Only used where lists are read, so that the first page needs none of these texts.

/** A list with at most this many animals also shows others. */
const FEW = 4;
/** How many others fill a page, and the maximum number that is shown. */
const [ENOUGH, MAX_OTHERS] = [4, 8];

/** Reads the page of the list for some filters, with `limit` animals, and stories that mention `story`, if given. */
type ReadPage = (filters: PetFilters, limit?: number, story?: string) => Promise<CardsPage>;

/** Animals that match a search otherwise than by their names and the wanted status, and the heading of their page. */
type Hits = { pets: CardPet[]; heading: string };

const ALL: PetFilters = { status: DEFAULT_STATUS };

/** What one animal with another status than the wanted one does. */
const STATUS_VERBS: Readonly<Record<PetStatus, string>> = {
  available: "is available",
  pending: "is pending",
  sold: "has found a home",
};

/**
 * Completes a page with what the search may mean, and with what is shown in place of missing animals: others, and why
 * there are none.
 */
export async function withOthers(filters: PetFilters, page: CardsPage, read: ReadPage): Promise<CardsPage> {
  const { q, cursor } = filters;
  const meant = q !== undefined && cursor === undefined ? meantFilters(q) : null;
  const suggestions = meant ? suggestionsOf(filters, meant, page) : [];
  const completed = {
    ...(await addOthers(filters, meant, page, read)),
    ...(suggestions.length > 0 && { suggestions }),
  };
  if (completed.pets.length > 0 || completed.empty || completed.hits) return completed;
  const heading = q === undefined || hasFacts(filters) ? {} : { heading: `Nobody called “${isolate(q)}”` };
  return { ...completed, ...heading, empty: emptyList(filters, completed.others) };
}

/** Returns links to the animals that a search may mean: each kind, or one unless the page shows exactly these. */
function suggestionsOf(filters: PetFilters, meant: MeantFilters, { pets }: CardsPage): WordLink[] {
  const target: PetFilters = { ...without(filters, "q"), ...meant.filters };
  if (meant.kinds) {
    const targets = meant.kinds.map(({ picture }): PetFilters => ({ ...target, kind: picture }));
    return targets.map((each) => ({ words: capitalized(petWords(each)), target: each }));
  }
  if (pets.length === 0 && !hasFacts(meant.filters)) return [];
  return [{ words: `Filter by: ${petWords(target)}`, target }];
}

/**
 * Shows what a search means that no name matches. Adds other available animals to a list with few: first the one whose
 * name, or those whose kind, was probably meant, then those of the chosen kind. The list stays as it is if they cannot
 * be read.
 */
async function addOthers(
  filters: PetFilters,
  meant: MeantFilters | null,
  page: CardsPage,
  read: ReadPage,
): Promise<CardsPage> {
  const isWhole = filters.cursor === undefined && page.next === null;
  if (!isWhole || page.pets.length > FEW || filtersHref(filters) === filtersHref(ALL)) return page;
  try {
    if (filters.q !== undefined && page.pets.length === 0) return await readMeant(filters, meant, page, read);
    return { ...page, others: await findOthers(filters, meant?.filters.kind, page.pets, read) };
  } catch {
    return page;
  }
}

/**
 * Reads what a search means that no name matches: animals that match it otherwise, then those that its words describe,
 * with the other filters, or else others.
 */
async function readMeant(
  filters: PetFilters,
  meant: MeantFilters | null,
  page: CardsPage,
  read: ReadPage,
): Promise<CardsPage> {
  const { q: _q, ...rest } = filters;
  const hits = await readHits(filters, meant, read);
  if (meant?.kinds && !hits) return readKinds(filters, meant, meant.kinds, page, read);
  if (meant && !meant.kinds) {
    const instead = { ...rest, ...meant.filters };
    const words = petWords(instead);
    const list = await withOthers(instead, await read(instead), read);
    const shown = { ...list, instead };
    if (hits) return { ...shown, ...hitsBefore(list, hits, words) };
    if (list.pets.length === 0) return { ...shown, note: noneCalled(filters) };
    return { ...shown, ...(hasFacts(instead) && { heading: wordsOf(instead) }), ...unheardNote(meant) };
  }
  if (!hits) return readMistyped(filters, page, read);
  const { pets, heading } = hits;
  return { ...page, heading, hits: { pets }, others: await findOthers(filters, kindOfAll(pets), pets, read) };
}

/** Returns hits, their heading, and the list after them, which leaves them out. */
function hitsBefore(
  { pets, next }: CardsPage,
  hits: Hits,
  words: string,
): Pick<CardsPage, "pets" | "heading" | "hits"> {
  const ids = new Set(hits.pets.map(({ id }) => id));
  const left = pets.filter(({ id }) => !ids.has(id));
  const areAllHits = pets.length > 0 && left.length === 0 && next === null;
  const rest = `${left.length < pets.length ? "Other" : "All"} ${words}`;
  return { pets: left, heading: hits.heading, hits: { pets: hits.pets, ...(!areAllHits && { rest }) } };
}

/** Reads animals of the kinds that a search names: as many of each as fill a page together. */
async function readKinds(
  filters: PetFilters,
  meant: MeantFilters,
  kinds: readonly Category[],
  page: CardsPage,
  read: ReadPage,
): Promise<CardsPage> {
  const { q: _q, kind: _kind, ...rest } = filters;
  const instead: PetFilters = { ...rest, ...meant.filters };
  const limit = Math.floor(CARDS_PAGE_SIZE / kinds.length);
  const pages = await Promise.all(kinds.map(({ picture }) => read({ ...instead, kind: picture }, limit)));
  const order = filters.sort === "oldest" ? 1 : -1;
  const pets = pages.flatMap((each) => each.pets).sort((a, b) => (a.id > b.id ? order : -order));
  if (pets.length === 0) return { ...page, others: { pets: await collect(undefined, filters, [], read, null) } };
  const heading = wordsOf(instead, joined.format(kinds.map(({ plural }) => plural)));
  return { ...page, heading, hits: { pets }, ...unheardNote(meant) };
}

/** Says which words of a search no story has. */
const unheardNote = ({ others }: MeantFilters) =>
  others === "" ? {} : { note: `We could not search for “${isolate(others)}”.` };

/**
 * Reads the animals that match a search otherwise: those of another status that are called that, those whose stories
 * have its words, or those of another status of whose names it is a part. Returns null if there are none.
 */
async function readHits(filters: PetFilters, meant: MeantFilters | null, read: ReadPage): Promise<Hits | null> {
  const { q = "", ...rest } = filters;
  const { kinds } = meant ?? {};
  const told = { ...(kinds ? without(rest, "kind") : rest), ...meant?.filters };
  // Words for kinds and facts are in too many stories: "gets along with dogs".
  const story = meant ? meant.others : q;
  const [{ pets: elsewhere, next }, stories] = await Promise.all([
    filters.status === undefined ? NONE : read(without(filters, "status"), CARDS_PAGE_SIZE),
    story === "" ? NONE : read(told, CARDS_PAGE_SIZE, story),
  ]);
  const called = elsewhere.filter(({ name }) => hasAllWords(name, q));
  if (called.length > 0) return { pets: called, heading: statusHeading(filters, called, null) };
  const telling = stories.pets.filter(({ categoryId }) => !kinds || kinds.some(({ id }) => id === categoryId));
  if (telling.length > 0) {
    const count = { count: telling.length, more: stories.next !== null };
    return { pets: telling, heading: `${animals(count, kindOf(told))} whose story says “${isolate(story)}”` };
  }
  if (meant || elsewhere.length === 0) return null;
  return { pets: elsewhere, heading: statusHeading(filters, elsewhere, next) };
}

const NONE: CardsPage = { pets: [], next: null, prev: null };

/** Whether each word of a text is one of the words of a name. */
function hasAllWords(name: string, text: string): boolean {
  const wordsIn = (of: string) => foldName(of).match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = new Set<string>(wordsIn(name));
  return wordsIn(text).every((word) => words.has(word));
}

/** Says what became of animals that do not have the wanted status: "Pumpkin is pending". */
function statusHeading(filters: PetFilters, pets: readonly CardPet[], next: string | null): string {
  const [first] = pets;
  const statuses = PET_STATUSES.filter((status) => pets.some((pet) => (pet.status ?? DEFAULT_STATUS) === status));
  if (first && pets.length === 1) {
    return `${isolate(nameInSentence(first.name))} ${STATUS_VERBS[first.status ?? DEFAULT_STATUS]}`;
  }
  const labels = statuses.map((status) => STATUS_LABELS[status].toLowerCase()).join(" or ");
  const count = countWords({ count: pets.length, more: next !== null });
  return `${count} ${labels} ${kindOf(filters)?.plural ?? "animals"} called “${isolate(filters.q ?? "")}”`;
}

/** Says that no name matches: "No available cat with these filters is called “Bud”." */
function noneCalled(filters: PetFilters): string {
  const { q = "", status } = filters;
  const label = status ? `${STATUS_LABELS[status].toLowerCase()} ` : "";
  const narrowed = hasFacts(filters) ? " with these filters" : "";
  return `No ${label}${kindOf(filters)?.name.toLowerCase() ?? "animal"}${narrowed} is called “${isolate(q)}”.`;
}

/** Says which animals have some filters, within a sentence: "adopted senior dogs, good with cats". */
function petWords({ q: _q, ...filters }: PetFilters): string {
  const shown = { ...ALL, ...filters };
  if (shown.status === DEFAULT_STATUS && !hasFacts(shown)) return kindOf(shown)?.plural ?? "animals";
  const words = wordsOf(shown);
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** Returns the kind of animals, by the name of its drawing, or undefined if they are of several kinds. */
function kindOfAll([first, ...more]: readonly CardPet[]): string | undefined {
  if (!first || more.some(({ categoryId }) => categoryId !== first.categoryId)) return undefined;
  return CATEGORIES.find(({ id }) => id === first.categoryId)?.picture;
}

/** Finds other animals, first those of the kind that is meant, if any. */
async function findOthers(
  filters: PetFilters,
  meantKind: string | undefined,
  shown: readonly CardPet[],
  read: ReadPage,
): Promise<NonNullable<CardsPage["others"]>> {
  const pets = await collect(meantKind ?? filters.kind, filters, shown, read, null);
  return { pets, ...(meantKind !== undefined && { kind: meantKind }) };
}

/**
 * Reads what a search that found nothing means if it has a typing error: what the corrected search finds, or if that is
 * not sure, others, first the animal whose name, or those whose kind, was probably meant.
 */
async function readMistyped(filters: PetFilters, page: CardsPage, read: ReadPage): Promise<CardsPage> {
  const { q = "" } = filters;
  const meant: Corrected | null = corrected(q);
  const newest = (await read(ALL, MAX_PAGE_SIZE)).pets;
  const near = nearestName(q, newest);
  // There are few words for kinds, so one that is as near as this is more likely than a name with two errors.
  if (near && (meant === null || near.errors === 1)) {
    const pets = await collect(filters.kind, filters, [], read, newest);
    const others = pets.filter(({ id }) => id !== near.pet.id);
    return { ...page, others: { pets: [near.pet, ...others].slice(0, MAX_OTHERS), name: near.pet.name } };
  }
  if (meant?.isSure) return readCorrected({ ...filters, q: meant.spelling }, read);
  const kind = meant?.kind.picture;
  const pets = await collect(kind ?? filters.kind, filters, [], read, newest);
  return { ...page, others: { pets, ...(meant && { kind: meant.kind.picture, spelling: meant.spelling }) } };
}

/** Reads what a corrected search finds, and says what was searched for. */
async function readCorrected(filters: PetFilters, read: ReadPage): Promise<CardsPage> {
  const list = await withOthers(filters, await read(filters, CARDS_PAGE_SIZE), read);
  const note = `Showing results for “${isolate(filters.q ?? "")}”.`;
  return { ...(!list.instead && { heading: wordsOf(filters) }), note, ...list };
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
