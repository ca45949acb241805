import { isolate } from "../../values/bidi";
import { capitalized } from "../../values/capitalized";
import { CARDS_PAGE_SIZE } from "../list/sizes";
import type { CardsPage, WordLink } from "./card";
import { emptyList } from "./empty-list";
import { filtersHref, hasFacts, type PetFilters, without, withoutFacts } from "./filters";
import { describeList } from "./list-words";
import { withoutOne } from "./nearest";
import { AVAILABLE, findOthers, MAX_OTHERS, type ReadPage, readWider } from "./other-animals";
import { interpretSearch, type MeaningOf, type NamedList } from "./search/interpret-search";
import { type MeantFilters, meantFilters } from "./search/meant-filters";
import { commonFilters, describeLists, inOrder, meantLists, searchWithFilters } from "./search/meant-lists";
import { kindOfAll, matchesBefore, type TypedSearch } from "./search/other-matches";
import { noneCalled, petWords } from "./search/search-words";

// Kept out of the browser's first bundle: used only where lists are read.

/** A list with at most this many animals also shows others. */
const SHORT_LIST = 4;

/**
 * Completes a page with what the search may mean, and with what is shown if few animals match: other animals, and why
 * there are none. The list stays as it is if others cannot be read.
 */
export async function completePage(filters: PetFilters, page: CardsPage, read: ReadPage): Promise<CardsPage> {
  const { q, cursor } = filters;
  if (q === undefined || cursor !== undefined) return completeList(filters, page, read);
  const search: TypedSearch = { filters, q, words: meantFilters(q) };
  const isFound = page.pets.length > 0 || page.next !== null;
  const list = isFound
    ? await addOthers(filters, page, read, { kind: search.words?.filters.kind })
    : await readMeant(search, page, read).catch(() => page);
  return explainEmpty(filters, { ...list, ...suggestionsFor(search, page, list) });
}

/** Interprets a search that no name matches, and reads the animals that it means. */
async function readMeant(search: TypedSearch, page: CardsPage, read: ReadPage): Promise<CardsPage> {
  const meaning = await interpretSearch(search, read);
  const { filters } = search;
  switch (meaning.means) {
    case "matches": {
      const { pets, ...words } = meaning.matches;
      const others = await findOthers(read, { filters: meantBy(search), kind: kindOfAll(pets), shown: pets });
      return { ...page, ...withFilters(search), ...noteOnFilters(search.words), ...words, hits: { pets }, others };
    }
    case "several":
      return readSeveral(search, meaning, page, read);
    case "filters":
      return readFiltered(meaning, read);
    case "nameAndFilters":
      return withNamesNote(meaning);
    case "name":
      return { ...withNamesNote(meaning), others: await findOthers(read, { filters, shown: meaning.list.pets }) };
    case "perhapsName": {
      const { pet, newest } = meaning;
      const { pets } = await findOthers(read, { filters, newest });
      const others = pets.filter(({ id }) => id !== pet.id);
      return { ...page, others: { pets: [pet, ...others].slice(0, MAX_OTHERS), name: pet.name } };
    }
    case "correction":
      return readCorrected({ ...filters, q: meaning.q }, read);
    case "nothing": {
      const { correction, newest } = meaning;
      const others = await findOthers(read, { filters, kind: correction?.kind.picture, newest });
      return { ...page, others: { ...others, ...(correction && { spelling: correction.spelling }) } };
    }
  }
}

/** Reads animals of the kinds and age groups that a search names, the same number of each, to fill a page. */
async function readSeveral(
  search: TypedSearch,
  { words }: MeaningOf<"several">,
  page: CardsPage,
  read: ReadPage,
): Promise<CardsPage> {
  const { filters } = search;
  const lists = meantLists(filters, words);
  const limit = Math.floor(CARDS_PAGE_SIZE / lists.length);
  const pages = await Promise.all(lists.map((list) => read(list, limit)));
  const pets = inOrder(pages, filters);
  if (pets.length === 0) {
    const kind = words.filters.kind;
    return { ...page, others: await findOthers(read, { filters: without(meantBy(search), "kind"), kind }) };
  }
  const heading = describeLists(filters, words);
  return { ...page, ...withFilters(search), heading, hits: { pets }, ...noteOnWords(words) };
}

/** Returns the filters of a search with those that its words mean. */
const meantBy = ({ filters, q, words }: TypedSearch): PetFilters => ({ ...commonFilters(filters, words), q });

/** Adds what the controls show of a search that means several lists. */
function withFilters({ filters, words }: TypedSearch): Pick<CardsPage, "instead" | "kinds"> {
  const instead = words && searchWithFilters(filters, words);
  const kinds = words?.kinds?.map(({ id }) => id);
  return { ...(instead && { instead }), ...(kinds && { kinds }) };
}

/** Reads the list of the filters that a search means, after the animals that match it in another way. */
async function readFiltered(meaning: MeaningOf<"filters">, read: ReadPage): Promise<CardsPage> {
  const { filters: instead, matches, words } = meaning;
  const list = { ...(await completeList(instead, await read(instead), read, words.otherWords)), instead };
  if (matches) return { ...list, ...noteOnFilters(words), ...matchesBefore(list, matches, petWords(instead)) };
  const isHeard = list.others?.pets.some(({ storyExcerpt }) => storyExcerpt);
  return { ...list, ...(isHeard ? noteOnFilters(words) : noteOnWords(words)) };
}

/** Says which words of a search lead to nothing, and what no filter can say. */
function noteOnWords({ otherWords, note }: MeantFilters): Pick<CardsPage, "note"> {
  const unheard = otherWords !== "" && `We found nothing about “${isolate(otherWords)}”.`;
  return unheard || note ? { note: [unheard, note].filter(Boolean).join(" ") } : {};
}

/** Says what no filter can say. */
const noteOnFilters = (words: MeantFilters | null): Pick<CardsPage, "note"> =>
  words?.note ? { note: words.note } : {};

/** Adds to a list of animals with a name what it shows. */
const withNamesNote = ({ list, filters, typed }: NamedList): CardsPage => ({
  ...list,
  instead: filters,
  counted: filters,
  ...(typed !== undefined && {
    note: `${noneCalled({ ...without(filters, "status"), q: typed })} ${theseAre(filters)}`,
  }),
});

/** Says what a corrected list shows: "These are dogs called “Luna”." */
function theseAre(filters: PetFilters): string {
  const words = describeList(filters);
  return `These are ${words.charAt(0).toLowerCase()}${words.slice(1)}.`;
}

/** Reads the results of a corrected search, and says what was searched for. It is not corrected again. */
async function readCorrected(filters: NamedList["filters"], read: ReadPage): Promise<CardsPage> {
  const list = await completePage(filters, await read(filters, CARDS_PAGE_SIZE), read);
  const note = `Showing results for “${isolate(filters.q)}”.`;
  return { instead: filters, counted: filters, note, ...list };
}

/** Completes a list without a search. Stories should mention `story`, if given. */
async function completeList(filters: PetFilters, page: CardsPage, read: ReadPage, story?: string): Promise<CardsPage> {
  return explainEmpty(filters, await addOthers(filters, page, read, { story }));
}

/**
 * Adds other available animals to a short list, first those of the kind that is meant, or else of the chosen kind. If
 * the list is empty because of its filters, also says so, with links that leave out one of them.
 */
async function addOthers(
  filters: PetFilters,
  page: CardsPage,
  read: ReadPage,
  meant: { kind?: string | undefined; story?: string | undefined } = {},
): Promise<CardsPage> {
  const isWhole = filters.cursor === undefined && page.next === null;
  if (!isWhole || page.pets.length > SHORT_LIST || filtersHref(filters) === filtersHref(AVAILABLE)) return page;
  try {
    const isNone = page.pets.length === 0 && hasFacts(filters);
    const wider = isNone ? await readWider(read, withoutFacts(filters)) : undefined;
    const others = await findOthers(read, { filters, ...meant, shown: page.pets, wider });
    const { facts = [], next = null } = wider?.page ?? {};
    return {
      ...page,
      others,
      ...(isNone && { empty: emptyList(filters, others, withoutOne(filters, facts, next !== null)) }),
    };
  } catch {
    return page;
  }
}

/** Says why a list is empty, unless that is already said, or other animals match. */
function explainEmpty(filters: PetFilters, list: CardsPage): CardsPage {
  if (list.pets.length > 0 || list.empty || list.hits) return list;
  const { q } = filters;
  const heading = q !== undefined && !hasFacts(filters) ? { heading: noneFor(q) } : {};
  return { ...list, ...heading, empty: emptyList(filters, list.others) };
}

/** Says that a search finds nothing. It may be a name, or words about an animal. */
const noneFor = (q: string) => `No results for “${isolate(q)}”`;

/** Returns links to the animals that a search may mean: each kind, or one unless the page shows exactly these. */
function suggestionsFor(
  { filters, words }: TypedSearch,
  { pets }: CardsPage,
  list: CardsPage,
): Pick<CardsPage, "suggestions"> {
  if (!words) return {};
  if (words.kinds || words.ages) {
    return {
      suggestions: meantLists(filters, words).map(
        (each): WordLink => ({ words: capitalized(petWords(each)), target: each }),
      ),
    };
  }
  // The controls show what the list has instead.
  if (list.instead || (pets.length === 0 && !hasFacts(words.filters))) return {};
  const target = commonFilters(filters, words);
  return { suggestions: [{ words: `Filter by: ${petWords(target)}`, target }] };
}
