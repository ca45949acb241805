import { isolate } from "../../../values/bidi";
import { orList } from "../../../values/word-lists";
import type { Category } from "../../kinds/categories";
import { DEFAULT_STATUS } from "../../status";
import type { CardsPage, EmptyList, WordLink } from "../cards/card";
import { hasFacts, isSearched, kindOf, type PetFilters, withoutFacts } from "../cards/filters";
import { isNegated } from "../search/parse-search";
import { isColour } from "../search/search-words";

// Kept out of the browser's first bundle: used only where lists are read.

/**
 * Says why a list is empty, and what a visitor can do. `others` are shown below it, and `withoutOne` are links that
 * leave out one filter each.
 */
export function emptyList(
  filters: PetFilters,
  others: CardsPage["others"],
  withoutOne: readonly WordLink[] = [],
): EmptyList {
  const kind = others?.kind ?? filters.kind;
  return {
    ...textsOf(filters, others),
    links: [...withoutOne, ...linksOf(filters, others), ...exampleFor(filters, others)],
    ...(kind !== undefined && { kind }),
  };
}

/**
 * Says that no animal matches a search for several kinds or age groups. The first links are `links`, then come the
 * kinds.
 */
export function noneOfSeveral(
  kinds: readonly Category[],
  links: readonly WordLink[],
): Required<Pick<CardsPage, "heading" | "empty">> {
  const [first, ...more] = kinds;
  const plurals = kinds.length === 0 ? ["animals"] : kinds.map(({ plural }) => plural);
  const toKinds = kinds.map(
    ({ plural, slug }): WordLink => ({
      words: `See all ${plural}`,
      target: { status: DEFAULT_STATUS, kind: slug },
    }),
  );
  return {
    heading: `No ${orList(plurals)} match this search`,
    empty: {
      title: "Leave out a word",
      advice: "Then you see more. New animals arrive often, so check back soon.",
      links: [...links, ...toKinds, SHOW_ALL],
      ...(first && more.length === 0 && { kind: first.slug }),
    },
  };
}

const SHOW_ALL: WordLink = { words: "Show all available animals", target: { status: DEFAULT_STATUS } };

/** Returns the links from an empty list, best first. */
function linksOf(filters: PetFilters, { kind: meantKind, pets }: NonNullable<CardsPage["others"]> = { pets: [] }) {
  const { kind, status } = filters;
  const meant = kindOf({ ...(meantKind !== undefined && { kind: meantKind }) });
  const links: EmptyList["links"] = [];
  const add = (words: string, target: PetFilters) => links.push({ words, target });
  if (meant && pets[0]?.categoryId === meant.id) {
    add(`See ${meant.plural}`, { status: DEFAULT_STATUS, kind: meant.slug });
  }
  if (hasFacts(filters)) add("Clear filters", withoutFacts(filters));
  if (isSearched(filters) || kind || status !== DEFAULT_STATUS) {
    links.push(SHOW_ALL);
  }
  return links;
}

/** A search with this many words is hardly a name. */
const SENTENCE = 3;

/** A search that finds animals by what they are. */
const EXAMPLE = "young female cat";

/** Returns a link to a search that works, for words that mean nothing here. */
function exampleFor(
  filters: PetFilters,
  { name, spelling }: NonNullable<CardsPage["others"]> = { pets: [] },
): WordLink[] {
  if (!isUnknown(filters) || name !== undefined || spelling !== undefined) return [];
  return [{ words: `Try “${EXAMPLE}”`, target: { status: DEFAULT_STATUS, q: EXAMPLE } }];
}

/** Whether the list is empty only because of the words of a search, which do not say what animals are not. */
const isUnknown = (filters: PetFilters): boolean =>
  filters.q !== undefined && !hasFacts(filters) && !isNegated(filters.q);

/** Says what a visitor can do who has searched for words that mean nothing here. */
function adviceOn(q: string): string {
  if (isColour(q)) return "Stories do not always name a colour: look at the pictures.";
  const isSentence = q.trim().split(/\s+/).length >= SENTENCE;
  return isSentence
    ? "Say what kind or breed you look for, its age, sex or size, or whom it should be good with."
    : "Try another spelling, or only the first letters of a name. You can also describe an animal.";
}

/** Returns the heading of the notice, and what a visitor can do. */
function textsOf(
  filters: PetFilters,
  { name, spelling }: NonNullable<CardsPage["others"]> = { pets: [] },
): Pick<EmptyList, "title" | "meant" | "advice"> {
  const title = "Did you mean";
  const searchFor = (q: string): PetFilters => ({ status: DEFAULT_STATUS, q });
  if (spelling !== undefined) {
    const meant = { words: `“${spelling}”`, target: searchFor(spelling) };
    return { title, meant, advice: "To see one kind, use the pictures above." };
  }
  if (name !== undefined) {
    return {
      title,
      meant: { words: isolate(name), target: searchFor(name) },
      advice: "No animal has exactly that name.",
    };
  }
  if (hasFacts(filters)) {
    const advice = "Remove one to see more. New animals arrive often, so check back soon.";
    return { title: "Try fewer filters", advice };
  }
  if (isUnknown(filters)) {
    return { title: "Not in any name or story", advice: adviceOn(filters.q ?? "") };
  }
  if (filters.q !== undefined) {
    return {
      title: "A search cannot leave animals out",
      advice: "Choose what an animal should be, and whom it should be good with, in the filters.",
    };
  }
  return {
    title: `No ${kindOf(filters)?.plural ?? "animals"} here right now`,
    advice: "New ones arrive often, so check back soon.",
  };
}
