import { andList } from "../../../values/and-list";
import { isolate } from "../../../values/bidi";
import { capitalized } from "../../../values/capitalized";
import { nameInSentence } from "../../../values/excerpt";
import { CATEGORIES } from "../../kinds/categories";
import { CARDS_PAGE_SIZE } from "../../list/sizes";
import { DEFAULT_STATUS, STATUS_LABELS } from "../../status";
import type { CardPet, CardsPage, WordLink } from "../cards/card";
import { filtersHref, hasFacts, kindOf, type PetFilters, without, withoutFacts } from "../cards/filters";
import { describeList } from "../cards/list-words";
import { withoutOne } from "../cards/nearest";
import { AVAILABLE, type PageReader } from "../cards/page-reader";
import { type InterpretationOf, interpretSearch, type NamedList } from "../search/interpret-search";
import { kindOfAll, matchesBefore, type TypedSearch } from "../search/other-matches";
import { type ParsedSearch, parseSearch } from "../search/parse-search";
import { commonFilters, describeLists, inOrder, listsInSearch, toFilterSearch } from "../search/search-lists";
import { noneCalled, petWords } from "../search/search-words";
import { emptyList } from "./empty-list";
import { MAX_OTHERS, readOthers, readUnfiltered } from "./other-animals";

// Kept out of the browser's first bundle: used only where lists are read.

/** A list with at most this many animals also shows others. */
const SHORT_LIST = 4;

/**
 * Completes a page with what the search may mean, and with what is shown if few animals match: other animals, and why
 * there are none. The list stays as it is if others cannot be read.
 */
export async function completePage(filters: PetFilters, page: CardsPage, read: PageReader): Promise<CardsPage> {
  const { q, cursor } = filters;
  if (q === undefined || cursor !== undefined) return completeList(filters, page, read);
  const search: TypedSearch = { filters, q, parsed: parseSearch(q) };
  const isFound = page.pets.length > 0 || page.next !== null;
  const list = isFound
    ? await addOthers(filters, page, read, { kind: search.parsed?.filters.kind })
    : await readMeant(search, page, read).catch(() => page);
  return explainEmpty(filters, { ...list, ...suggestionsFor(search, page, list) });
}

/** Interprets a search that no name matches, and reads the animals that it means. */
async function readMeant(search: TypedSearch, page: CardsPage, read: PageReader): Promise<CardsPage> {
  const interpretation = await interpretSearch(search, read);
  const { filters } = search;
  switch (interpretation.type) {
    case "matches": {
      const { pets, ...headingAndNote } = interpretation.matches;
      const others = await readOthers(read, { filters: filtersFor(search), kind: kindOfAll(pets), shown: pets });
      return {
        ...page,
        ...shownFilters(search),
        ...noteOnFilters(search.parsed),
        ...headingAndNote,
        storyMatches: { pets },
        others,
      };
    }
    case "several":
      return readSeveral(search, interpretation, page, read);
    case "filters":
      return readFiltered(interpretation, read);
    case "nameAndFilters":
      return withNamesNote(interpretation);
    case "name":
      return {
        ...withNamesNote(interpretation),
        others: await readOthers(read, { filters, shown: interpretation.list.pets }),
      };
    case "perhapsName": {
      const { pet, newest } = interpretation;
      const { pets } = await readOthers(read, { filters, newest });
      const others = pets.filter(({ id }) => id !== pet.id);
      return { ...page, others: { pets: [pet, ...others].slice(0, MAX_OTHERS), name: pet.name } };
    }
    case "correction":
      return readCorrected({ ...filters, q: interpretation.q }, read);
    case "nothing": {
      const { correction, newest } = interpretation;
      const others = await readOthers(read, { filters, kind: correction?.kind.slug, newest });
      return { ...page, others: { ...others, ...(correction && { spelling: correction.spelling }) } };
    }
  }
}

/** Reads animals of the kinds and age groups that a search names, the same number of each, to fill a page. */
async function readSeveral(
  search: TypedSearch,
  { parsed }: InterpretationOf<"several">,
  page: CardsPage,
  read: PageReader,
): Promise<CardsPage> {
  const { filters } = search;
  const lists = listsInSearch(filters, parsed);
  const limit = Math.floor(CARDS_PAGE_SIZE / lists.length);
  const pages = await Promise.all(lists.map((list) => read(list, limit)));
  const pets = inOrder(pages, filters);
  const { kind } = parsed.filters;
  const wished = { filters: without(filtersFor(search), "kind"), kind, ages: parsed.ages };
  if (pets.length === 0) return { ...page, others: await readOthers(read, wished) };
  const heading = describeLists(filters, parsed);
  const isShort = parsed.ages && pets.length <= SHORT_LIST;
  return {
    ...page,
    ...shownFilters(search),
    heading,
    storyMatches: { pets },
    ...(isShort && { others: await readOthers(read, { ...wished, shown: pets }) }),
    ...noteOnWords(parsed),
  };
}

/** Returns the filters of a search with those that its words mean. */
const filtersFor = ({ filters, q, parsed }: TypedSearch): PetFilters => ({ ...commonFilters(filters, parsed), q });

/** Adds what the controls show of a search that means several lists. */
function shownFilters({ filters, parsed }: TypedSearch): Pick<CardsPage, "instead" | "kinds"> {
  const instead = parsed && toFilterSearch(filters, parsed);
  const kinds = parsed?.kinds?.map(({ id }) => id);
  return { ...(instead && { instead }), ...(kinds && { kinds }) };
}

/** Reads the list of the filters that a search means, after the animals that match it in another way. */
async function readFiltered(interpretation: InterpretationOf<"filters">, read: PageReader): Promise<CardsPage> {
  const { filters: instead, matches, namesakes, parsed } = interpretation;
  const list = { ...(await completeList(instead, await read(instead), read, parsed.otherWords)), instead };
  if (matches) return { ...list, ...noteOnFilters(parsed), ...matchesBefore(list, matches, petWords(instead)) };
  const mentioned = list.others?.pets.filter(({ storyExcerpt }) => storyExcerpt) ?? [];
  if (mentioned.length > 0) return { ...list, ...noteOnOthers(list, mentioned, parsed) };
  if (namesakes.length === 0) return { ...list, ...noteOnWords(parsed) };
  const among = kindOf(instead)?.plural ?? "animals";
  const note = `We found nothing about “${isolate(parsed.otherWords)}” among our ${among}. Do you mean one of these?`;
  return {
    ...list,
    ...noteOnFilters({ ...parsed, note: joinNotes(note, parsed.note) }),
    suggestions: linksTo(namesakes),
  };
}

/** Returns a link to each of several animals: "Olive, a tortoise", "Oliver, an adopted cat". */
const linksTo = (pets: readonly CardPet[]): WordLink[] =>
  pets.map(({ name, categoryId, status = DEFAULT_STATUS }) => {
    const kind = CATEGORIES.find(({ id }) => id === categoryId)?.name.toLowerCase() ?? "animal";
    const article = status === "sold" || (status === DEFAULT_STATUS && kind === "animal") ? "an" : "a";
    const words = [article, status !== DEFAULT_STATUS && STATUS_LABELS[status].toLowerCase(), kind];
    return {
      words: `${isolate(nameInSentence(name))}, ${words.filter(Boolean).join(" ")}`,
      target: { ...AVAILABLE, q: name },
    };
  });

/** Says that the animals of a list lack the other words of a search, which stories below it have. */
function noteOnOthers(
  { pets }: CardsPage,
  mentioned: readonly CardPet[],
  parsed: ParsedSearch,
): Pick<CardsPage, "note"> {
  if (pets.length === 0) return noteOnFilters(parsed);
  const names = andList(mentioned.map(({ name }) => isolate(nameInSentence(name))));
  const lack = pets.length === 1 ? "This story does not say" : "None of these stories says";
  const have = mentioned.length === 1 ? `the story of ${names} does` : `the stories of ${names} do`;
  return { note: joinNotes(`${lack} “${isolate(parsed.otherWords)}”, but ${have}: see below.`, parsed.note) };
}

/** Says which words of a search lead to nothing, and what no filter can say. */
function noteOnWords({ otherWords, note }: ParsedSearch): Pick<CardsPage, "note"> {
  const unmatched = otherWords === "" ? undefined : `We found nothing about “${isolate(otherWords)}”.`;
  return unmatched || note ? { note: joinNotes(unmatched, note) } : {};
}

const joinNotes = (...notes: (string | undefined)[]): string => notes.filter(Boolean).join(" ");

/** Returns the note about wishes that no filter covers. */
const noteOnFilters = (parsed: ParsedSearch | null): Pick<CardsPage, "note"> =>
  parsed?.note ? { note: parsed.note } : {};

/** Adds the filters and the note of a list that was found by a name. */
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
  const described = describeList(filters);
  return `These are ${described.charAt(0).toLowerCase()}${described.slice(1)}.`;
}

/** Reads the results of a corrected search, and says what was searched for. It is not corrected again. */
async function readCorrected(filters: NamedList["filters"], read: PageReader): Promise<CardsPage> {
  const list = await completePage(filters, await read(filters, CARDS_PAGE_SIZE), read);
  const note = `Showing results for “${isolate(filters.q)}”.`;
  return { instead: filters, counted: filters, note, ...list };
}

/** Completes a list without a search. Stories should mention `story`, if given. */
async function completeList(
  filters: PetFilters,
  page: CardsPage,
  read: PageReader,
  story?: string,
): Promise<CardsPage> {
  return explainEmpty(filters, await addOthers(filters, page, read, { story }));
}

/**
 * Adds other available animals to a short list, first those of the kind that is meant, or else of the chosen kind. If
 * the list is empty because of its filters, also says so, with links that leave out one of them.
 */
async function addOthers(
  filters: PetFilters,
  page: CardsPage,
  read: PageReader,
  meant: { kind?: string | undefined; story?: string | undefined } = {},
): Promise<CardsPage> {
  const isWhole = filters.cursor === undefined && page.next === null;
  if (!isWhole || page.pets.length > SHORT_LIST || filtersHref(filters) === filtersHref(AVAILABLE)) return page;
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

/** Says why a list is empty, unless that is already said, or other animals match. */
function explainEmpty(filters: PetFilters, list: CardsPage): CardsPage {
  if (list.pets.length > 0 || list.empty || list.storyMatches) return list;
  const { q } = filters;
  const heading = q !== undefined && !hasFacts(filters) ? { heading: noneFor(q) } : {};
  return { ...list, ...heading, empty: emptyList(filters, list.others) };
}

/** Says that a search finds nothing. It may be a name, or words about an animal. */
const noneFor = (q: string) => `No results for “${isolate(q)}”`;

/** Returns links to the animals that a search may mean: each kind, or one unless the page shows exactly these. */
function suggestionsFor(
  { filters, parsed }: TypedSearch,
  { pets }: CardsPage,
  list: CardsPage,
): Pick<CardsPage, "suggestions"> {
  if (!parsed) return {};
  if (parsed.kinds || parsed.ages) {
    return {
      suggestions: listsInSearch(filters, parsed).map(
        (each): WordLink => ({ words: capitalized(petWords(each)), target: each }),
      ),
    };
  }
  // The controls show what the list has instead.
  if (list.instead || (pets.length === 0 && !hasFacts(parsed.filters))) return {};
  const target = commonFilters(filters, parsed);
  return { suggestions: [{ words: `Filter by: ${petWords(target)}`, target }] };
}
