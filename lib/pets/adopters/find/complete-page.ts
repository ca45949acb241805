import { capitalized } from "../../../values/capitalized";
import { orList } from "../../../values/word-lists";
import { CARDS_PAGE_SIZE } from "../../list/page-sizes";
import { AGE_LABELS } from "../../profile/choices";
import type { CardPet, CardsPage } from "../cards/card";
import { filtersHref, hasFacts, kindOf, type PetFilters, without, withoutFacts } from "../cards/filters";
import { withoutOne } from "../cards/nearest";
import { AVAILABLE, type PageReader } from "../cards/page-reader";
import {
  type Interpretation,
  type InterpretationOf,
  interpretSearch,
  type NamedList,
} from "../search/interpret-search";
import {
  areElsewhere,
  findAlike,
  kindOfAll,
  MIN_NAME_LETTERS,
  matchesBefore,
  type TypedSearch,
} from "../search/other-matches";
import { type ParsedSearch, parseSearch } from "../search/parse-search";
import {
  commonFilters,
  describeLists,
  inOrder,
  listsInSearch,
  toFilterSearch,
  withoutAges,
} from "../search/search-lists";
import { emptyList } from "./empty-list";
import { MAX_OTHERS, readOthers, readUnfiltered } from "./other-animals";
import {
  linksTo,
  linksToLists,
  noResults,
  noteOnCorrection,
  noteOnFilters,
  noteOnMatches,
  noteOnMentioned,
  noteOnMisspelledName,
  noteOnNamesakes,
  noteOnWords,
  suggestionsFor,
} from "./page-notes";

type Others = NonNullable<CardsPage["others"]>;

/** A list with at most this many animals also shows others. */
const SHORT_LIST = 4;

/**
 * Completes a page with what the search may mean, and with what is shown if few animals match: other animals, and why
 * there are none. The list stays as it is if others cannot be read. Loaded only where lists are read, to keep it out of
 * the browser's first bundle.
 */
export async function completePage(filters: PetFilters, page: CardsPage, read: PageReader): Promise<CardsPage> {
  const { q, cursor } = filters;
  if (q === undefined || cursor !== undefined) return completeList(filters, page, read);
  const typed = await readMeaning({ ...filters, q }, page, read);
  const corrected = typed.meant?.type === "correction" ? await findCorrected(filters, typed.meant.q, read) : null;
  if (!corrected) return showSearch(typed, read);
  const { filters: meantFilters, q: meantQ } = corrected.search;
  const list = await showSearch(corrected, read);
  return { meantFilters, countedFilters: meantFilters, ...noteOnCorrection(meantQ), ...list };
}

/** A search, the page of its names, and if that is empty, what the search means: null if that could not be read. */
type ReadSearch = { search: TypedSearch; page: CardsPage; meant: Interpretation | null };

async function readMeaning(filters: NamedList["filters"], page: CardsPage, read: PageReader): Promise<ReadSearch> {
  const search = { filters, q: filters.q, parsed: parseSearch(filters.q) };
  return { search, page, meant: hasResults(page) ? null : await interpretSearch(search, read).catch(() => null) };
}

/** Reads a search with another text instead of the misspelled one. Returns null if it cannot be read. */
async function findCorrected(typed: PetFilters, q: string, read: PageReader): Promise<ReadSearch | null> {
  const filters = { ...typed, q };
  try {
    return await readMeaning(filters, await read(filters, CARDS_PAGE_SIZE), read);
  } catch {
    return null;
  }
}

/** Shows the animals that a search finds or means. A search that was corrected is not corrected again. */
async function showSearch({ search, page, meant }: ReadSearch, read: PageReader): Promise<CardsPage> {
  const { filters } = search;
  const list = hasResults(page)
    ? await showNames(search, page, read)
    : await readMeant(search, meant, page, read).catch(() => page);
  return explainEmpty(filters, { ...suggestionsFor(search, page, list), ...list });
}

/** Shows the animals whose names have the text of a search. If they are few, also links to one with a similar name. */
async function showNames(search: TypedSearch, page: CardsPage, read: PageReader): Promise<CardsPage> {
  const { filters, q, parsed } = search;
  const asks = !parsed && isShort(filters, page) && q.length >= MIN_NAME_LETTERS;
  const [list, alike] = await Promise.all([
    addOthers(filters, page, read, { kind: parsed?.filters.kind }),
    asks ? findAlike(search, { name: q, pets: page.pets }, read).catch(() => []) : [],
  ]);
  const links = linksTo(alike).map(({ words, target }) => ({ words: `Similar name: ${words}`, target }));
  return links.length === 0 ? list : { ...list, suggestions: links };
}

const hasResults = ({ pets, next }: CardsPage): boolean => pets.length > 0 || next !== null;

/** Reads the animals that a search means, if no name matches it. */
async function readMeant(
  search: TypedSearch,
  meant: Interpretation | null,
  page: CardsPage,
  read: PageReader,
): Promise<CardsPage> {
  const { filters } = search;
  switch (meant?.type) {
    case "matches":
      return showMatches(search, meant, page, read);
    case "several":
      return readSeveral(search, meant.parsed, page, read);
    case "filters":
      return readFiltered(meant, read);
    case "nameAndFilters":
      return showNamed(meant);
    case "name":
      return { ...showNamed(meant, meant.alike), others: await readOthers(read, { filters, shown: meant.list.pets }) };
    case "perhapsName":
      return { ...page, others: await readPerhapsMeant(filters, meant, read) };
    case "nothing":
      return { ...page, others: await readUnrelated(filters, meant, read) };
    default:
      return page;
  }
}

/** Shows the animals that match a search in another way, and reads others. */
async function showMatches(
  search: TypedSearch,
  { matches, namesakes }: InterpretationOf<"matches">,
  page: CardsPage,
  read: PageReader,
): Promise<CardsPage> {
  const { pets, ...headingAndNote } = matches;
  const others = await readOthers(read, { filters: filtersFor(search), kind: kindOfAll(pets), shown: pets });
  return {
    ...page,
    ...shownFilters(search),
    ...noteOnFilters(search.parsed),
    ...headingAndNote,
    leadingMatches: { pets },
    isElsewhere: areElsewhere(search.filters, pets),
    others,
    ...(namesakes.length > 0 && { suggestions: linksTo(namesakes) }),
  };
}

/** Reads other animals, with the one whose name the search may mean before them. */
async function readPerhapsMeant(
  filters: PetFilters,
  { pet, newest }: InterpretationOf<"perhapsName">,
  read: PageReader,
): Promise<Others> {
  const { pets } = await readOthers(read, { filters, newest });
  const others = pets.filter(({ id }) => id !== pet.id);
  return { pets: [pet, ...others].slice(0, MAX_OTHERS), name: pet.name };
}

/** Reads other animals for a search that means nothing, of the kind that it may have misspelled. */
async function readUnrelated(
  filters: PetFilters,
  { correction, newest }: InterpretationOf<"nothing">,
  read: PageReader,
): Promise<Others> {
  const others = await readOthers(read, { filters, kind: correction?.kind.slug, newest });
  return { ...others, ...(correction && { spelling: correction.spelling }) };
}

/** Reads animals of the kinds and age groups that a search names, the same number of each, to fill a page. */
async function readSeveral(
  search: TypedSearch,
  parsed: ParsedSearch,
  page: CardsPage,
  read: PageReader,
): Promise<CardsPage> {
  const { filters } = search;
  const lists = listsInSearch(filters, parsed);
  const limit = Math.floor(CARDS_PAGE_SIZE / lists.length);
  const pages = await Promise.all(lists.map((list) => read(list, limit)));
  const pets = inOrder(pages, filters);
  const found = lists.filter((_, at) => pages[at]?.pets.length);
  const suggestions = found.length > 1 ? linksToLists(found) : [];
  const { kind } = commonFilters(filters, parsed);
  const wished = { filters: without(filtersFor(search), "kind"), kind, ages: parsed.ages };
  if (pets.length === 0) return { ...page, suggestions, others: await readOthers(read, wished) };
  const isWhole = pages.every(({ next }) => next === null);
  const heading = describeLists(filters, parsed, isWhole ? pets.length : undefined);
  const isShort = parsed.ages && pets.length <= SHORT_LIST;
  return {
    ...page,
    ...shownFilters(search),
    heading,
    suggestions,
    leadingMatches: { pets },
    ...(isShort && { others: await readOthers(read, { ...wished, shown: pets }) }),
    ...noteOnWords(parsed),
  };
}

/** Returns the filters of a search with those that its words mean. */
const filtersFor = ({ filters, q, parsed }: TypedSearch): PetFilters => ({ ...commonFilters(filters, parsed), q });

/** Adds what the controls show of a search that means several lists. */
function shownFilters({ filters, parsed }: TypedSearch): Pick<CardsPage, "meantFilters" | "kinds" | "ages"> {
  const meantFilters = parsed && toFilterSearch(filters, parsed);
  const kinds = parsed?.kinds?.map(({ id }) => id);
  const label = parsed?.ages && capitalized(orList(parsed.ages.map((age) => AGE_LABELS[age].toLowerCase())));
  const ages = label && { label, rest: withoutAges(filters, parsed) };
  return { ...(meantFilters && { meantFilters }), ...(kinds && { kinds }), ...(ages && { ages }) };
}

/** Reads the list of the filters that a search means, after the animals that match it in another way. */
async function readFiltered(interpretation: InterpretationOf<"filters">, read: PageReader): Promise<CardsPage> {
  const { filters: meantFilters, matches, namesakes, parsed } = interpretation;
  const list = {
    ...(await completeList(meantFilters, await read(meantFilters), read, parsed.otherWords)),
    meantFilters,
  };
  const { otherWords } = parsed;
  if (matches) {
    return {
      ...list,
      ...noteOnMatches(matches, parsed),
      ...matchesBefore(meantFilters, list, matches),
      otherWords,
    };
  }
  const wanted = kindOf(meantFilters)?.id;
  const mentioned = (list.others?.pets ?? []).filter(
    ({ textExcerpt, categoryId }) => textExcerpt && (wanted === undefined || categoryId === wanted),
  );
  if (mentioned.length > 0) return { ...list, ...noteOnMentioned(list, mentioned, parsed), otherWords };
  if (namesakes.length === 0) return { ...list, ...noteOnWords(parsed) };
  return { ...list, ...noteOnNamesakes(meantFilters, parsed), suggestions: linksTo(namesakes) };
}

/** Shows a list that was found by a name, and links to animals whose names are alike. */
const showNamed = (named: NamedList, alike: readonly CardPet[] = []): CardsPage => ({
  ...named.list,
  meantFilters: named.filters,
  countedFilters: named.filters,
  ...noteOnMisspelledName(named, alike),
  ...(alike.length > 0 && { suggestions: linksTo(alike) }),
});

/** Completes a list without a search. Texts should have the words `inText`, if given. */
async function completeList(
  filters: PetFilters,
  page: CardsPage,
  read: PageReader,
  inText?: string,
): Promise<CardsPage> {
  return explainEmpty(filters, await addOthers(filters, page, read, { inText }));
}

/**
 * Adds other available animals to a short list, first those of the kind that is meant, or else of the chosen kind. If
 * the list is empty because of its filters, also says so, with links that leave out one of them.
 */
async function addOthers(
  filters: PetFilters,
  page: CardsPage,
  read: PageReader,
  meant: { kind?: string | undefined; inText?: string | undefined } = {},
): Promise<CardsPage> {
  if (!isShort(filters, page) || filtersHref(filters) === filtersHref(AVAILABLE)) return page;
  try {
    const isNone = page.pets.length === 0 && hasFacts(filters);
    const unfiltered = isNone ? await readUnfiltered(read, withoutFacts(filters)) : undefined;
    const others = await readOthers(read, { filters, ...meant, shown: page.pets, unfiltered });
    const { facts = [], next = null } = unfiltered?.page ?? {};
    return {
      ...page,
      others,
      ...(isNone && { empty: emptyList(filters, others, withoutOne(filters, facts, next !== null)) }),
    };
  } catch {
    return page;
  }
}

/** Whether a list is complete, and has only a few animals. */
const isShort = ({ cursor }: PetFilters, { pets, next }: CardsPage): boolean =>
  cursor === undefined && next === null && pets.length <= SHORT_LIST;

/** Says why a list is empty, unless that is already said, or other animals match. */
function explainEmpty(filters: PetFilters, list: CardsPage): CardsPage {
  if (list.pets.length > 0 || list.empty || list.leadingMatches) return list;
  const { q } = filters;
  const heading = q !== undefined && !hasFacts(filters) ? { heading: noResults(q) } : {};
  return { ...list, ...heading, empty: emptyList(filters, list.others) };
}
