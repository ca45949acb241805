import { capitalized } from "../../../values/capitalized";
import { orList } from "../../../values/word-lists";
import { CATEGORIES } from "../../kinds/categories";
import { CARDS_PAGE_SIZE } from "../../list/page-sizes";
import { AGE_LABELS } from "../../profile/choices";
import { DEFAULT_STATUS } from "../../status";
import type { CardPet, CardsPage } from "../cards/card";
import { hasFacts, kindOf, type PetFilters, without } from "../cards/filters";
import type { PageReader } from "../cards/page-reader";
import type { NamedList } from "../search/find-names";
import type { Interpretation, InterpretationOf } from "../search/interpret-search";
import type { OtherMatches, TypedSearch } from "../search/other-matches";
import {
  commonFilters,
  describeLists,
  inOrder,
  listsInSearch,
  onlyOnce,
  toFilterSearch,
  withoutAges,
} from "../search/search-lists";
import { petWords } from "../search/search-words";
import { completeList, linkToPending, SHORT_LIST } from "./complete-list";
import { noneOfSeveral } from "./empty-list";
import { MAX_OTHERS, readOthers } from "./other-animals";
import {
  linksTo,
  linksToLists,
  noteOnFilters,
  noteOnMatches,
  noteOnMentioned,
  noteOnMisspelledName,
  noteOnNamesakes,
  noteOnSimilar,
  noteOnWords,
} from "./page-notes";

// Kept out of the browser's first bundle: used only where lists are read.

/** A search that no name matches, and its page, which has no animals. */
type MeantSearch = { search: TypedSearch; page: CardsPage };

/** Shows the animals that a search means. Returns the page as it is if that is not known. */
export async function showMeant(
  typed: MeantSearch,
  meant: Interpretation | null,
  read: PageReader,
): Promise<CardsPage> {
  switch (meant?.type) {
    case "matches":
      return showMatches(typed, meant, read);
    case "several":
      return showSeveral(typed, meant, read);
    case "filters":
      return showFiltered(meant, read);
    case "nameAndFilters":
      return showNamed(meant);
    case "misspelledName":
      return showMisspelledName(typed, meant, read);
    case "perhapsName":
      return showPerhapsNamed(typed, meant, read);
    case "nothing":
      return showUnrelated(typed, meant, read);
    default:
      return typed.page;
  }
}

/** Shows the animals that match a search in another way, and reads others. */
async function showMatches(
  { search, page }: MeantSearch,
  { matches, namesakes }: InterpretationOf<"matches">,
  read: PageReader,
): Promise<CardsPage> {
  const { pets, heading, note } = matches;
  const others = await readOthers(read, { filters: filtersFor(search), kind: kindOfAll(pets), shown: pets });
  return {
    ...page,
    ...shownFilters(search),
    ...noteOnFilters(search.parsed),
    heading,
    ...(note && { note }),
    leadingMatches: { pets },
    isElsewhere: areElsewhere(search.filters, pets),
    others,
    ...(namesakes.length > 0 && { suggestions: linksTo(namesakes) }),
  };
}

/** Whether all animals that match have another status than the wanted one. */
const areElsewhere = ({ status: wanted }: PetFilters, pets: readonly CardPet[]): boolean =>
  wanted !== undefined && pets.every(({ status = DEFAULT_STATUS }) => status !== wanted);

/** Returns the slug of the kind of animals, or undefined if they are of several kinds. */
function kindOfAll([first, ...more]: readonly CardPet[]): string | undefined {
  if (!first || more.some(({ categoryId }) => categoryId !== first.categoryId)) return undefined;
  return CATEGORIES.find(({ id }) => id === first.categoryId)?.slug;
}

/** Shows animals of the kinds and age groups that a search names, the same number of each, to fill a page. */
async function showSeveral(
  { search, page }: MeantSearch,
  { parsed }: InterpretationOf<"several">,
  read: PageReader,
): Promise<CardsPage> {
  const { filters } = search;
  const lists = listsInSearch(filters, parsed);
  const limit = Math.floor(CARDS_PAGE_SIZE / lists.length);
  const isAmongKinds = parsed.kinds !== undefined;
  const pages = await Promise.all(lists.map((list) => read(list, limit, { isAmongKinds })));
  const pets = inOrder(pages, filters);
  const found = lists.filter((_, at) => pages[at]?.pets.length);
  const suggestions = found.length > 1 ? linksToLists(found) : [];
  const { kind } = commonFilters(filters, parsed);
  const wished = { filters: without(filtersFor(search), "kind"), kind, ages: parsed.ages };
  if (pets.length === 0) {
    const [others, pending] = await Promise.all([readOthers(read, wished), linkToPending(lists, read)]);
    const chosen = kindOf(lists[0] ?? filters);
    return {
      ...page,
      ...shownFilters(search),
      suggestions,
      ...noneOfSeveral(parsed.kinds ?? (chosen ? [chosen] : []), pending),
      others,
      ...noteOnFilters(parsed),
    };
  }
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

/** Shows the list of the filters that a search means, after the animals that match it in another way. */
async function showFiltered(interpretation: InterpretationOf<"filters">, read: PageReader): Promise<CardsPage> {
  const { filters: meantFilters, matches, namesakes, parsed } = interpretation;
  const list = {
    ...(await completeList(meantFilters, await read(meantFilters), read, parsed.otherWords)),
    meantFilters,
  };
  const { otherWords } = parsed;
  if (matches?.isSimilar && hasFacts(meantFilters)) {
    return { ...list, ...noteOnSimilar(matches, parsed), pets: onlyOnce([...matches.pets, ...list.pets]), otherWords };
  }
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
    ({ foundIn, categoryId }) => foundIn !== undefined && (wanted === undefined || categoryId === wanted),
  );
  if (mentioned.length > 0) return { ...list, ...noteOnMentioned(list, mentioned, parsed), otherWords };
  if (namesakes.length === 0) return { ...list, ...noteOnWords(parsed) };
  return { ...list, ...noteOnNamesakes(meantFilters, parsed), suggestions: linksTo(namesakes) };
}

/** Returns matches, their heading, and the list of these filters after them, which leaves them out. */
function matchesBefore(
  filters: PetFilters,
  { pets, next }: CardsPage,
  matches: OtherMatches,
): Pick<CardsPage, "pets" | "heading" | "leadingMatches" | "isElsewhere"> {
  const ids = new Set(matches.pets.map(({ id }) => id));
  const others = pets.filter(({ id }) => !ids.has(id));
  const areAllMatches = pets.length > 0 && others.length === 0 && next === null;
  const all = filters.status === DEFAULT_STATUS ? "Available" : "All";
  const rest = `${others.length < pets.length ? "Other" : all} ${petWords(filters)}`;
  return {
    isElsewhere: areElsewhere(filters, matches.pets),
    pets: others,
    heading: matches.heading,
    leadingMatches: { pets: matches.pets, ...(!areAllMatches && { rest }) },
  };
}

/** Shows a list that was found by a name, and links to animals whose names are alike. */
const showNamed = (named: NamedList, alike: readonly CardPet[] = []): CardsPage => ({
  ...named.list,
  meantFilters: named.filters,
  countedFilters: named.filters,
  ...noteOnMisspelledName(named, alike),
  ...(alike.length > 0 && { suggestions: linksTo(alike) }),
});

/** Shows the animals whose name was misspelled, and others. */
async function showMisspelledName(
  { search }: MeantSearch,
  meant: InterpretationOf<"misspelledName">,
  read: PageReader,
): Promise<CardsPage> {
  const others = await readOthers(read, { filters: search.filters, shown: meant.list.pets });
  return { ...showNamed(meant, meant.alike), others };
}

/** Shows other animals, with the one whose name the search may mean before them. */
async function showPerhapsNamed(
  { search, page }: MeantSearch,
  { pet, newest }: InterpretationOf<"perhapsName">,
  read: PageReader,
): Promise<CardsPage> {
  const { pets } = await readOthers(read, { filters: search.filters, newest });
  const others = pets.filter(({ id }) => id !== pet.id);
  return { ...page, others: { pets: [pet, ...others].slice(0, MAX_OTHERS), name: pet.name } };
}

/** Shows other animals for a search that means nothing, of the kind that it may have misspelled. */
async function showUnrelated(
  { search, page }: MeantSearch,
  { correction, newest }: InterpretationOf<"nothing">,
  read: PageReader,
): Promise<CardsPage> {
  const others = await readOthers(read, { filters: search.filters, kind: correction?.kind.slug, newest });
  return { ...page, others: { ...others, ...(correction && { spelling: correction.spelling }) } };
}
