import { CARDS_PAGE_SIZE } from "../../list/page-sizes";
import type { CardsPage } from "../cards/card";
import type { PetFilters } from "../cards/filters";
import type { PageReader } from "../cards/page-reader";
import { findAlike, MIN_NAME_LETTERS, type NamedList } from "../search/find-names";
import { type Interpretation, interpretSearch } from "../search/interpret-search";
import type { TypedSearch } from "../search/other-matches";
import { parseSearch } from "../search/parse-search";
import { withChosenAge } from "../search/search-lists";
import { addOthers, completeList, explainEmpty, isShort } from "./complete-list";
import { linksTo, noteOnCorrection, suggestionsFor } from "./page-notes";
import { showMeant } from "./show-meant";

// Kept out of the browser's first bundle: used only where lists are read.

/**
 * Completes a page with what the search may mean, and with what is shown if few animals match: other animals, and why
 * there are none. The list stays as it is if others cannot be read.
 *
 * The path of a search: the page that comes here was read by name, by `first-page.ts` or `calls.ts`, which also give
 * `read` for further lists. If a name matches, `showNames` shows the page. Otherwise `parseSearch` turns words into
 * filters, `interpretSearch` decides what is meant, and `showMeant` has a function for each meaning, which reads its
 * lists and says what they are (`page-notes.ts`). A misspelled search takes this path once more, corrected. In the end,
 * `addOthers` fills a short list with other animals, and `explainEmpty` says why a list is empty.
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
  const search = { filters, q: filters.q, parsed: withChosenAge(filters, parseSearch(filters.q)) };
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
    : await showMeant({ search, page }, meant, read).catch(() => page);
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
