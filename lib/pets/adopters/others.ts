import { isolate } from "../../values/bidi";
import type { Category } from "../categories";
import { CARDS_PAGE_SIZE, MAX_PAGE_SIZE } from "../list/sizes";
import type { CardsPage, WordLink } from "./card";
import { emptyList } from "./empty-list";
import { filtersHref, hasFacts, type PetFilters, without } from "./filters";
import { hitsBefore, kindOfAll, readHits } from "./hits";
import { capitalized, joined, wordsOf } from "./list-words";
import { type Corrected, corrected, isNegated, type MeantFilters, meantFilters } from "./meant-filters";
import { ALL, collect, findOthers, MAX_OTHERS, type ReadPage } from "./more-animals";
import { nearestName } from "./near-name";
import { noneCalled, petWords } from "./search-words";

// Only used where lists are read, so that the first page needs none of these texts.

/** A list with at most this many animals also shows others. */
const FEW = 4;

/**
 * Completes a page with what the search may mean, and with what is shown if few animals match: other animals, and why
 * there are none.
 */
export async function withOthers(filters: PetFilters, page: CardsPage, read: ReadPage): Promise<CardsPage> {
  const { q, cursor } = filters;
  const meant = q !== undefined && cursor === undefined ? meantFilters(q) : null;
  const list = await addOthers(filters, meant, page, read);
  // The controls show what the list has instead.
  const suggestions = meant && !list.instead ? suggestionsOf(filters, meant, page) : [];
  const completed = { ...list, ...(suggestions.length > 0 && { suggestions }) };
  if (completed.pets.length > 0 || completed.empty || completed.hits) return completed;
  const none = q !== undefined && !hasFacts(filters) ? { heading: noneFor(q) } : {};
  return { ...completed, ...none, empty: emptyList(filters, completed.others) };
}

/** Says that a search finds nothing. What an animal is not, such as "not good with cats", is not a name. */
const noneFor = (q: string) => `${isNegated(q) ? "No results for" : "Nobody called"} “${isolate(q)}”`;

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
 * Interprets a search that no name matches. Adds other available animals to a short list: first the one whose name, or
 * those whose kind, was probably meant, then those of the chosen kind. The list stays as it is if they cannot be read.
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
 * Reads animals for a search that no name matches: those that match it in another way, then those that its words and
 * the other filters describe, or else others.
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
    const named = !hits && meant.others !== "" ? await readNamed(instead, meant.others, read) : null;
    if (named) return named;
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

/** Reads animals of the kinds that a search names, the same number of each, to fill a page. */
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

/**
 * Reads the animals of a list that are called by the other words of a search ("Luna" of "Luna dog"), or whose name was
 * probably meant by these. Returns null if there are none.
 */
async function readNamed(list: PetFilters, name: string, read: ReadPage): Promise<CardsPage | null> {
  const called = await read({ ...list, q: name });
  if (called.pets.length > 0) return { ...called, heading: wordsOf({ ...list, q: name }) };
  const near = nearestName(name, (await read(list, MAX_PAGE_SIZE)).pets);
  return near?.errors === 1 ? readNear(list, near.meant, read) : null;
}

/**
 * Reads the animals of a list with a name, or a word of one, that was probably meant, and says so. Returns null if
 * there are none.
 */
async function readNear(list: PetFilters, name: string, read: ReadPage): Promise<CardsPage | null> {
  const filters = { ...list, q: name };
  const found = await read(filters);
  return found.pets.length === 0 ? null : { ...found, heading: wordsOf(filters), note: resultsFor(name) };
}

const resultsFor = (q: string) => `Showing results for “${isolate(q)}”.`;

/** Says which words of a search lead to nothing. */
const unheardNote = ({ others }: MeantFilters) =>
  others === "" ? {} : { note: `We found nothing about “${isolate(others)}”.` };

/**
 * Reads animals for a search without results that may have a typing error: what the corrected search finds or, if the
 * correction is not sure, others, starting with the animal whose name, or those whose kind, was probably meant.
 */
async function readMistyped(filters: PetFilters, page: CardsPage, read: ReadPage): Promise<CardsPage> {
  const { q = "" } = filters;
  const meant: Corrected | null = corrected(q);
  const newest = (await read(ALL, MAX_PAGE_SIZE)).pets;
  const near = nearestName(q, newest);
  // There are few words for kinds, so one that is this near is more likely than a name with two errors.
  if (near && (meant === null || near.errors === 1)) {
    const found = near.errors === 1 ? await readNear(without(filters, "q"), near.meant, read) : null;
    if (found) return { ...found, others: await findOthers(filters, undefined, found.pets, read) };
    const pets = await collect(filters.kind, filters, [], read, newest);
    const others = pets.filter(({ id }) => id !== near.pet.id);
    return { ...page, others: { pets: [near.pet, ...others].slice(0, MAX_OTHERS), name: near.pet.name } };
  }
  if (meant?.isSure) return readCorrected({ ...filters, q: meant.spelling }, read);
  const kind = meant?.kind.picture;
  const pets = await collect(kind ?? filters.kind, filters, [], read, newest);
  return { ...page, others: { pets, ...(meant && { kind: meant.kind.picture, spelling: meant.spelling }) } };
}

/** Reads the results of a corrected search, and says what was searched for. */
async function readCorrected(filters: PetFilters, read: ReadPage): Promise<CardsPage> {
  const list = await withOthers(filters, await read(filters, CARDS_PAGE_SIZE), read);
  return { ...(!list.instead && { heading: wordsOf(filters) }), note: resultsFor(filters.q ?? ""), ...list };
}
