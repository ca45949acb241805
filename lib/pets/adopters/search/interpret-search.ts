import { MAX_PAGE_SIZE } from "../../list/sizes";
import type { CardPet, CardsPage } from "../card";
import type { PetFilters } from "../filters";
import { AVAILABLE, type ReadPage } from "../other-animals";
import { correctSpelling, type MeantFilters, type SpellingCorrection } from "./meant-filters";
import { commonFilters } from "./meant-lists";
import { nearestName } from "./near-name";
import { type OtherMatches, readOtherMatches, readSeveralNames, type TypedSearch } from "./other-matches";

// Kept out of the browser's first bundle: used only where lists are read.

/** Animals with a name, or a word of one, and what was typed instead of it, if that is misspelled. */
export type NamedList = { list: CardsPage; filters: PetFilters & { q: string }; typed?: string };

/** What a search that no name matches probably means. */
type Meaning =
  /** Animals that match it in another way. */
  | { means: "matches"; matches: OtherMatches }
  /** Several kinds or age groups. */
  | { means: "several"; words: MeantFilters }
  /** A name besides words for filters: "Luna dog". */
  | ({ means: "nameAndFilters" } & NamedList)
  /** Filters, and perhaps some of their animals before the others. */
  | { means: "filters"; filters: PetFilters; matches: OtherMatches | null; words: MeantFilters }
  /** A name with a typing error. */
  | ({ means: "name" } & NamedList)
  /** Perhaps the name of this animal. */
  | { means: "perhapsName"; pet: CardPet; newest: readonly CardPet[] }
  /** A search that is spelled differently. */
  | { means: "correction"; q: string }
  /** Nothing that is known, or perhaps another spelling. */
  | { means: "nothing"; correction: SpellingCorrection | null; newest: readonly CardPet[] };

/** A meaning of one sort. */
export type MeaningOf<M extends Meaning["means"]> = Extract<Meaning, { means: M }>;

/**
 * Interprets a search that no name matches: animals that match it in another way come first, then what its words
 * describe, and then what they are near to.
 */
export async function interpretSearch(search: TypedSearch, read: ReadPage): Promise<Meaning> {
  const { filters, words } = search;
  const matches = await readOtherMatches(search, read);
  if (!words) {
    const found = matches ?? (await readSeveralNames(search, read));
    return found ? { means: "matches", matches: found } : interpretMistyped(search, read);
  }
  if (words.kinds || words.ages) return matches ? { means: "matches", matches } : { means: "several", words };
  const described = commonFilters(filters, words);
  const named = matches || words.otherWords === "" ? null : await readNamed(described, words.otherWords, read);
  return named ? { means: "nameAndFilters", ...named } : { means: "filters", filters: described, matches, words };
}

/** Interprets a search that may have a typing error. */
async function interpretMistyped({ filters, q }: TypedSearch, read: ReadPage): Promise<Meaning> {
  const newest = (await read(AVAILABLE, MAX_PAGE_SIZE)).pets;
  const near = nearestName(q, newest);
  const correction = correctSpelling(q);
  // There are few words for kinds, so one that is this near is more likely than a name with two errors.
  if (near && (correction === null || near.errors === 1)) {
    const named = near.errors === 1 ? await readNear({ ...filters, q }, near.meant, read) : null;
    return named ? { means: "name", ...named } : { means: "perhapsName", pet: near.pet, newest };
  }
  return correction?.isSure
    ? { means: "correction", q: correction.spelling }
    : { means: "nothing", correction, newest };
}

/**
 * Reads the animals of a list that are called by the other words of a search ("Luna" of "Luna dog"), or whose name was
 * probably meant by these. Returns null if there are none.
 */
async function readNamed(described: PetFilters, name: string, read: ReadPage): Promise<NamedList | null> {
  const filters = { ...described, q: name };
  const list = await read(filters);
  if (list.pets.length > 0) return { list, filters };
  const near = nearestName(name, (await read(described, MAX_PAGE_SIZE)).pets);
  return near?.errors === 1 ? readNear(filters, near.meant, read) : null;
}

/** Reads the animals of a list with a name, or a word of one, that was probably meant. Returns null if there are none. */
async function readNear(typed: NamedList["filters"], name: string, read: ReadPage): Promise<NamedList | null> {
  const filters = { ...typed, q: name };
  const list = await read(filters);
  return list.pets.length === 0 ? null : { list, filters, typed: typed.q };
}
