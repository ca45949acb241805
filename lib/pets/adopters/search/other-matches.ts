import { isolate } from "../../../values/bidi";
import { countWords } from "../../../values/counts";
import { nameInSentence } from "../../../values/excerpt";
import { orList } from "../../../values/word-lists";
import { CARDS_PAGE_SIZE } from "../../list/page-sizes";
import { DEFAULT_STATUS, PET_STATUSES, type PetStatus, STATUS_LABELS } from "../../status";
import type { CardPet } from "../cards/card";
import { kindOf, type PetFilters, without } from "../cards/filters";
import { animalCountWords } from "../cards/list-words";
import { EMPTY_PAGE, type PageReader } from "../cards/page-reader";
import { hasBreed, onlyBreeds, severalBreeds, spellOutBreeds } from "./breeds";
import { hasAllWords } from "./near-name";
import type { ParsedSearch } from "./parse-search";
import { commonFilters, inOrder, listsInSearch, onlyOnce } from "./search-lists";
import { placeOf } from "./search-words";
import { similarTexts } from "./similar-words";

/** Animals that match a search in another way than by name and wanted status. */
export type OtherMatches = {
  pets: CardPet[];
  /** The heading and note of their page. */
  heading: string;
  note?: string;
  /** What their texts have: "story says “calm”". */
  whose?: string;
  /** Whether their texts only have similar words. */
  isSimilar?: boolean;
};

/** A search, its text, and what its words say about an animal, if anything. */
export type TypedSearch = { filters: PetFilters; q: string; parsed: ParsedSearch | null };

/** What is said about one animal that does not have the wanted status. */
const STATUS_VERBS: Readonly<Record<PetStatus, string>> = {
  available: "is available",
  pending: "is pending",
  sold: "has found a home",
};

/**
 * Reads the animals that match a search in another way: those of another status with exactly this name, those whose
 * texts have its words, those of another status whose names contain it, those of another status whose texts have its
 * words, or those whose texts have similar words. Returns null if there are none.
 */
export async function findOtherMatches(search: TypedSearch, read: PageReader): Promise<OtherMatches | null> {
  const { filters, q, parsed } = search;
  const [{ pets: elsewhere, next }, mentioned] = await Promise.all([
    filters.status === undefined ? EMPTY_PAGE : read(without(filters, "status"), CARDS_PAGE_SIZE),
    findInTexts(search, read),
  ]);
  const called = elsewhere.filter(({ name }) => hasAllWords(name, q));
  if (called.length > 0) return { pets: called, heading: statusHeading(filters, called, null) };
  if (mentioned) return mentioned;
  if (!parsed && elsewhere.length > 0) {
    return { pets: elsewhere, heading: statusHeading(filters, elsewhere, next) };
  }
  return (await findInOtherStatuses(search, read)) ?? findSimilar(search, read);
}

/** Reads animals of other statuses whose texts have the words of a search for available ones, pending ones first. */
async function findInOtherStatuses(search: TypedSearch, read: PageReader): Promise<OtherMatches | null> {
  const { filters, parsed } = search;
  if (filters.status !== DEFAULT_STATUS) return null;
  // Before the available animals of a kind, only those that may become available are worth seeing.
  const others: PetFilters = parsed ? { ...filters, status: "pending" } : without(filters, "status");
  const found = await findInTexts({ ...search, filters: others }, read);
  if (!found) return null;
  const pets = found.pets.toSorted((a, b) => Number(isAdopted(a)) - Number(isAdopted(b)));
  const noText = noTextSays({ ...filters, ...commonFilters(filters, parsed) }, [wordsForTexts(search)]);
  const status = statusOfOne(pets);
  return { ...found, pets, note: status ? `${status}. ${noText}` : noText };
}

/** Too many texts contain words for kinds and facts: "gets along with dogs". */
const wordsForTexts = ({ q, parsed }: TypedSearch): string => (parsed ? parsed.otherWords : q);

const isAdopted = ({ status }: CardPet) => status === "sold";

/**
 * Reads the animals whose texts have the words of a search, or if there are none, the full names of its breeds, or one
 * of these.
 * Returns null if no text has these.
 */
async function findInTexts(search: TypedSearch, read: PageReader): Promise<OtherMatches | null> {
  const typed = wordsForTexts(search);
  return (
    (await findWordsInTexts(search, [typed], read)) ??
    (await findWordsInTexts(search, [spellOutBreeds(typed)], read)) ??
    (await findWordsInTexts(search, severalBreeds(typed), read))
  );
}

/**
 * Reads the animals whose texts have similar words, or if there are none, only the breeds of a search. Returns null
 * if no text has these.
 */
async function findSimilar(search: TypedSearch, read: PageReader): Promise<OtherMatches | null> {
  const { filters, parsed } = search;
  const typed = wordsForTexts(search);
  // Each similar text costs another query, so a search for several lists has none.
  const similar = listsInSearch(filters, parsed).length === 1 ? similarTexts(typed) : [];
  const found =
    (await findWordsInTexts(search, similar, read)) ?? (await findWordsInTexts(search, [onlyBreeds(typed)], read));
  return (
    found && { ...found, isSimilar: true, note: noTextSays({ ...filters, ...commonFilters(filters, parsed) }, [typed]) }
  );
}

/** Says that no text has some words: "No available dog’s story says “quiet”." */
function noTextSays(filters: PetFilters, texts: readonly string[]): string {
  const status = filters.status ? `${STATUS_LABELS[filters.status].toLowerCase()} ` : "";
  const place = hasBreed(texts.join(" ")) ? "breed or story" : "story";
  return `No ${status}${kindOf(filters)?.name.toLowerCase() ?? "animal"}’s ${place} says ${quoted(texts)}.`;
}

/** Returns texts in quotation marks: “collie” or “beagle”. */
const quoted = (texts: readonly string[]) => orList(texts.map((text) => `“${isolate(text)}”`));

/**
 * Reads the animals whose texts have all words of one of these searches, and says which of them no text has. Returns
 * null if there are none.
 */
async function findWordsInTexts(
  { filters, parsed }: TypedSearch,
  searches: readonly (string | null)[],
  read: PageReader,
): Promise<OtherMatches | null> {
  const lists = listsInSearch(filters, parsed);
  const readings = searches.flatMap((inText) => (inText ? lists.map((list) => ({ list, inText })) : []));
  const isAmongKinds = parsed?.kinds !== undefined;
  const pages = await Promise.all(
    readings.map(({ list, inText }) => read(list, CARDS_PAGE_SIZE, { inText, isAmongKinds })),
  );
  const pets = onlyOnce(inOrder(pages, filters));
  if (pets.length === 0) return null;
  const said = new Set(readings.flatMap(({ inText }, at) => (pages[at]?.pets.length ? [inText] : [])));
  const unsaid = searches.filter((inText): inText is string => inText !== null && !said.has(inText));
  const count = { count: pets.length, more: pages.some((page) => page.next !== null) };
  const { name, plural } = kindOf(commonFilters(filters, parsed)) ?? { name: "animal", plural: "animals" };
  const statuses = statusesOf(pets);
  const kind = { name: `${statuses}${name}`, plural: `${statuses}${plural}` };
  const place = placeOf(pets);
  const whose = `${place} ${place === "breed" ? "includes" : "says"} ${quoted([...said])}`;
  return {
    pets,
    heading: `${animalCountWords(count, kind)} whose ${whose}`,
    whose,
    ...(unsaid.length > 0 && { note: noTextSays({ ...filters, ...commonFilters(filters, parsed) }, unsaid) }),
  };
}

/** Names the statuses of animals before their kind, unless one is available: "pending or adopted ". */
function statusesOf(pets: readonly CardPet[]): string {
  const statuses = PET_STATUSES.filter((status) => pets.some((pet) => (pet.status ?? DEFAULT_STATUS) === status));
  if (statuses.includes(DEFAULT_STATUS)) return "";
  return `${statuses.map((status) => STATUS_LABELS[status].toLowerCase()).join(" or ")} `;
}

/** Says what became of an animal: "Pumpkin is pending". Returns undefined if there are several. */
function statusOfOne([first, ...more]: readonly CardPet[]): string | undefined {
  if (!first || more.length > 0) return undefined;
  return `${isolate(nameInSentence(first.name))} ${STATUS_VERBS[first.status ?? DEFAULT_STATUS]}`;
}

/** Says what became of animals that do not have the wanted status: "Pumpkin is pending". */
function statusHeading(filters: PetFilters, pets: readonly CardPet[], next: string | null): string {
  const one = statusOfOne(pets);
  if (one !== undefined) return one;
  const count = countWords({ count: pets.length, more: next !== null });
  return `${count} ${statusesOf(pets)}${kindOf(filters)?.plural ?? "animals"} called “${isolate(filters.q ?? "")}”`;
}
