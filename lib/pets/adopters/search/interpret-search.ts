import { MAX_PAGE_SIZE } from "../../list/page-sizes";
import type { CardPet } from "../cards/card";
import { type PetFilters, without } from "../cards/filters";
import { AVAILABLE, type PageReader } from "../cards/page-reader";
import {
  findAlike,
  findNamed,
  findNamesakes,
  findNear,
  findSeveralNames,
  isCalled,
  type NamedList,
  readNamed,
} from "./find-names";
import { nearestName } from "./near-name";
import { findOtherMatches, type OtherMatches, type TypedSearch } from "./other-matches";
import { isKindWord, type ParsedSearch, parseOnlyTopics, parseSearch } from "./parse-search";
import { commonFilters } from "./search-lists";
import { correctTraits } from "./similar-words";
import { correctSpelling, type SpellingCorrection } from "./spelling";

// Kept out of the browser's first bundle: used only where lists are read.

/** What a search that no name matches probably means. */
export type Interpretation =
  /** Animals that match it in another way, and animals of other kinds that are called like this. */
  | { type: "matches"; matches: OtherMatches; namesakes: readonly CardPet[] }
  /** Several kinds or age groups. */
  | { type: "several"; parsed: ParsedSearch }
  /** A name besides words for filters: "Luna dog". */
  | ({ type: "nameAndFilters" } & NamedList)
  /** Filters, and perhaps some of their animals before the others, or others that have a name of the search. */
  | {
      type: "filters";
      filters: PetFilters;
      matches: OtherMatches | null;
      namesakes: readonly CardPet[];
      parsed: ParsedSearch;
    }
  /** A name with a typing error, and another animal whose name is as near. */
  | ({ type: "misspelledName"; alike: readonly CardPet[] } & NamedList)
  /** Perhaps the name of this animal. */
  | { type: "perhapsName"; pet: CardPet; newest: readonly CardPet[] }
  /** A search that is spelled differently. */
  | { type: "correction"; q: string }
  /** Nothing that is known, or perhaps another spelling. */
  | { type: "nothing"; correction: SpellingCorrection | null; newest: readonly CardPet[] };

/** An interpretation of one sort. */
export type InterpretationOf<M extends Interpretation["type"]> = Extract<Interpretation, { type: M }>;

/**
 * Interprets a search that no name matches: an animal that its other words name comes first, then those that match it
 * in another way, then what its words describe, and then what they are near to.
 */
export async function interpretSearch(search: TypedSearch, read: PageReader): Promise<Interpretation> {
  const { filters, parsed } = search;
  const [matches, named] = await Promise.all([findOtherMatches(search, read), readNamed(search, read)]);
  if (!parsed) {
    const found = matches ?? (await findSeveralNames(search, read));
    if (!found) return interpretUnmatched(search, read);
    const known = new Set(found.pets.map(({ id }) => id));
    const namesakes = (await findNamesakes(filters, search.q, read)).filter(({ id }) => !known.has(id));
    return { type: "matches", matches: found, namesakes };
  }
  if (parsed.kinds || parsed.ages)
    return matches ? { type: "matches", matches, namesakes: [] } : { type: "several", parsed };
  // Stories often say the name of their animal.
  if (named && isCalled(named)) return { type: "nameAndFilters", ...named };
  const described = commonFilters(filters, parsed);
  const filtered = { type: "filters", filters: described, matches, parsed } as const;
  if (matches || !named) return { ...filtered, namesakes: [] };
  const [found, namesakes] = await Promise.all([
    findNamed(named, read),
    findNamesakes(described, parsed.otherWords, read),
  ]);
  if (found) return { type: "nameAndFilters", ...found };
  const spelling = namesakes.length === 0 ? correctSurely(search.q) : null;
  return spelling === null ? { ...filtered, namesakes } : { type: "correction", q: spelling };
}

/** Interprets a search that nothing matches: it asks for what no filter knows, or may have a typing error. */
async function interpretUnmatched(search: TypedSearch, read: PageReader): Promise<Interpretation> {
  const { filters, q } = search;
  const topics = parseOnlyTopics(q);
  if (topics) {
    return { type: "filters", filters: without(filters, "q"), matches: null, namesakes: [], parsed: topics };
  }
  const newest = (await read(AVAILABLE, MAX_PAGE_SIZE)).pets;
  const near = nearestName(q, newest);
  const correction = correctSpelling(q);
  // There are few words for kinds, so one that is near is more likely than a name with two errors.
  if (near && (correction === null || near.errors === 1)) {
    const named = near.errors === 1 ? await findNear({ ...filters, q }, near.meant, read) : null;
    if (!named) return { type: "perhapsName", pet: near.pet, newest };
    const alike = await findAlike(search, { name: near.meant, pets: named.list.pets }, read);
    return { type: "misspelledName", ...named, alike };
  }
  const spelling = correctSurely(q);
  if (spelling !== null) return { type: "correction", q: spelling };
  // A pending or adopted animal may be meant. The search for its name says what became of it.
  const known = correction ? null : nearestName(q, (await read({}, MAX_PAGE_SIZE)).pets);
  if (known?.errors === 1) return { type: "correction", q: known.meant };
  const named = await findSeveralNames({ ...search, q: q.split(/\s+/).join(", ") }, read);
  if (named) return { type: "matches", matches: named, namesakes: [] };
  const leadsToAnimals = correction !== null && (await findsAnimals(correction, read));
  return { type: "nothing", correction: leadsToAnimals ? correction : null, newest };
}

/** Returns a search with its typing errors corrected, or null if it has none or may have a name instead. */
function correctSurely(q: string): string | null {
  const correction = correctSpelling(q);
  return correction?.isSure ? correction.spelling : correctTraits(q, isKindWord);
}

/** Whether a corrected search finds available animals. */
async function findsAnimals({ kind, spelling }: SpellingCorrection, read: PageReader): Promise<boolean> {
  const inText = parseSearch(spelling)?.otherWords;
  const { pets } = await read({ ...AVAILABLE, kind: kind.slug }, 1, inText ? { inText } : {});
  return pets.length > 0;
}
