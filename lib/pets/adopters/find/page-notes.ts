import { isolate } from "../../../values/bidi";
import { capitalized } from "../../../values/capitalized";
import { nameInSentence } from "../../../values/excerpt";
import { andList } from "../../../values/word-lists";
import { CATEGORIES } from "../../kinds/categories";
import { DEFAULT_STATUS, STATUS_LABELS } from "../../status";
import type { CardPet, CardsPage, WordLink } from "../cards/card";
import { hasFacts, kindOf, type PetFilters, without } from "../cards/filters";
import { describeList } from "../cards/list-words";
import { AVAILABLE } from "../cards/page-reader";
import type { NamedList } from "../search/find-names";
import type { OtherMatches, TypedSearch } from "../search/other-matches";
import type { ParsedSearch } from "../search/parse-search";
import { commonFilters, listsInSearch } from "../search/search-lists";
import { isColour, noneCalled, petWords, placeOf } from "../search/search-words";

// Kept out of the browser's first bundle: used only where lists are read.

type PageNote = Pick<CardsPage, "note">;

/** Says that the animals of a list lack the other words of a search, but that others below it have them. */
export function noteOnMentioned({ pets }: CardsPage, mentioned: readonly CardPet[], parsed: ParsedSearch): PageNote {
  if (pets.length === 0) return noteOnFilters(parsed);
  const names = andList(mentioned.map(({ name }) => isolate(nameInSentence(name))));
  const lack = pets.length === 1 ? "This animal does not have" : "None of these has";
  const words = `${lack} “${isolate(parsed.otherWords)}” in its ${placeOf(mentioned)}`;
  const have = mentioned.length === 1 ? "does" : "do";
  return { note: joinNotes(`${words}, but ${names} ${have}: see below.`, parsed.note) };
}

/** Says that nothing was found about the other words of a search, and which wishes no filter covers. */
export function noteOnWords({ otherWords, note }: ParsedSearch): PageNote {
  const named = `“${isolate(otherWords)}”`;
  const words = isColour(otherWords)
    ? `No story says ${named}: look at the pictures.`
    : `We found nothing about ${named}.`;
  const unmatched = otherWords === "" ? undefined : words;
  return unmatched || note ? { note: joinNotes(unmatched, note) } : {};
}

/** Says which words no text has, and which wishes no filter covers. */
export const noteOnMatches = (matches: PageNote, parsed: ParsedSearch): PageNote =>
  noteOnFilters({ ...parsed, note: joinNotes(matches.note, parsed.note) });

/** Says that no text of a list has the other words of a search, and that animals with similar words come first. */
export function noteOnSimilar({ pets, note, whose }: OtherMatches, parsed: ParsedSearch): PageNote {
  const first = pets.length === 1 ? `The one whose ${whose} comes first.` : `Those whose ${whose} come first.`;
  return noteOnMatches({ note: joinNotes(note, first) }, parsed);
}

/** Returns the note about wishes that no filter covers. */
export const noteOnFilters = (parsed: ParsedSearch | null): PageNote => (parsed?.note ? { note: parsed.note } : {});

/** Asks whether the other words of a search, which no text has, are meant as a name. */
export function noteOnNamesakes(filters: PetFilters, parsed: ParsedSearch): PageNote {
  const among = kindOf(filters)?.plural ?? "animals";
  const question = `We found nothing about “${isolate(parsed.otherWords)}” among our ${among}. Do you mean one of these?`;
  return { note: joinNotes(question, parsed.note) };
}

/** Says that no animal has the name that was typed, what the list shows instead, and asks about one that is alike. */
export function noteOnMisspelledName({ filters, typed }: NamedList, alike: readonly CardPet[]): PageNote {
  if (typed === undefined) return {};
  const question = alike.length > 0 ? "Or do you mean this one?" : undefined;
  return { note: joinNotes(noneCalled({ ...without(filters, "status"), q: typed }), theseAre(filters), question) };
}

/** Says what a corrected list shows: "These are dogs called “Luna”." */
function theseAre(filters: PetFilters): string {
  const described = describeList(filters);
  return `These are ${described.charAt(0).toLowerCase()}${described.slice(1)}.`;
}

/** Says what was searched for instead of a misspelled text. */
export const noteOnCorrection = (q: string): PageNote => ({ note: `Showing results for “${isolate(q)}”.` });

/** Returns the heading of a search that finds nothing. It may be a name, or words about an animal. */
export const noResults = (q: string) => `No results for “${isolate(q)}”`;

const joinNotes = (...notes: (string | undefined)[]): string => notes.filter(Boolean).join(" ");

/** Returns a link to each of several animals: "Olive, a tortoise", "Oliver, an adopted cat". */
export const linksTo = (pets: readonly CardPet[]): WordLink[] =>
  pets.map(({ name, categoryId, status = DEFAULT_STATUS }) => {
    const kind = CATEGORIES.find(({ id }) => id === categoryId)?.name.toLowerCase() ?? "animal";
    const article = status === "sold" || (status === DEFAULT_STATUS && kind === "animal") ? "an" : "a";
    const words = [article, status !== DEFAULT_STATUS && STATUS_LABELS[status].toLowerCase(), kind];
    return {
      words: `${isolate(nameInSentence(name))}, ${words.filter(Boolean).join(" ")}`,
      target: { ...AVAILABLE, q: name },
    };
  });

/** Returns a link to each of several lists: "Kittens", "Young cats". */
export const linksToLists = (lists: readonly PetFilters[]): WordLink[] =>
  lists.map((target) => ({ words: capitalized(petWords(target)), target }));

/** Returns links to the animals that a search may mean: each kind, or one unless the page shows exactly these. */
export function suggestionsFor(
  { filters, parsed }: TypedSearch,
  { pets }: CardsPage,
  list: CardsPage,
): Pick<CardsPage, "suggestions"> {
  if (!parsed) return {};
  if (parsed.kinds || parsed.ages) {
    return { suggestions: linksToLists(listsInSearch(filters, parsed)) };
  }
  // The controls show what the list has instead.
  if (list.meantFilters || (pets.length === 0 && !hasFacts(parsed.filters))) return {};
  const target = commonFilters(filters, parsed);
  return { suggestions: [{ words: `Filter by: ${petWords(target)}`, target }] };
}
