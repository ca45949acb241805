import { isolate } from "../../../values/bidi";
import { nameInSentence } from "../../../values/excerpt";
import { DEFAULT_STATUS } from "../../status";
import type { CardsPage, WordLink } from "../cards/card";
import { filtersHref, hasFacts, type PetFilters, withoutFacts } from "../cards/filters";
import { withoutOne } from "../cards/nearest";
import { AVAILABLE, type PageReader } from "../cards/page-reader";
import { petWords } from "../search/search-words";
import { emptyList } from "./empty-list";
import { readOthers, readUnfiltered } from "./other-animals";
import { noResults } from "./page-notes";

// Kept out of the browser's first bundle: used only where lists are read.

/** A list with at most this many animals also shows others. */
export const SHORT_LIST = 4;

/** Completes a list that is not a search by name. Texts should have the words `inText`, if given. */
export async function completeList(
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
export async function addOthers(
  filters: PetFilters,
  page: CardsPage,
  read: PageReader,
  meant: { kind?: string | undefined; inText?: string | undefined } = {},
): Promise<CardsPage> {
  if (!isShort(filters, page) || filtersHref(filters) === filtersHref(AVAILABLE)) return page;
  try {
    const isNone = page.pets.length === 0 && hasFacts(filters);
    const [unfiltered, pending] = isNone
      ? await Promise.all([readUnfiltered(read, withoutFacts(filters)), linkToPending([filters], read)])
      : [undefined, []];
    const others = await readOthers(read, { filters, ...meant, shown: page.pets, unfiltered });
    const { facts = [], next = null } = unfiltered?.page ?? {};
    return {
      ...page,
      others,
      ...(isNone && { empty: emptyList(filters, others, [...withoutOne(filters, facts, next !== null), ...pending]) }),
    };
  } catch {
    return page;
  }
}

/**
 * Returns links to the pending animals of lists that have no available ones: "Luna is pending", "See pending young
 * dogs".
 */
export async function linkToPending(lists: readonly PetFilters[], read: PageReader): Promise<WordLink[]> {
  const pending = lists.flatMap((list): PetFilters[] =>
    list.status === DEFAULT_STATUS ? [{ ...list, status: "pending" }] : [],
  );
  const pages = await Promise.all(pending.map((target) => read(target, 2)));
  return pending.flatMap((target, at) => {
    const [pet, ...more] = pages[at]?.pets ?? [];
    if (!pet) return [];
    const isOne = more.length === 0;
    return { words: isOne ? `${isolate(nameInSentence(pet.name))} is pending` : `See ${petWords(target)}`, target };
  });
}

/** Whether a list is complete, and has only a few animals. */
export const isShort = ({ cursor }: PetFilters, { pets, next }: CardsPage): boolean =>
  cursor === undefined && next === null && pets.length <= SHORT_LIST;

/** Says why a list is empty, unless that is already said, or other animals match. */
export function explainEmpty(filters: PetFilters, list: CardsPage): CardsPage {
  if (list.pets.length > 0 || list.empty || list.leadingMatches) return list;
  const { q } = filters;
  const heading = q !== undefined && !hasFacts(filters) ? { heading: noResults(q) } : {};
  return { ...list, ...heading, empty: emptyList(filters, list.others) };
}
