import { isolate } from "../../../values/bidi";
import { orList } from "../../../values/word-lists";
import { CARDS_PAGE_SIZE, MAX_PAGE_SIZE } from "../../list/page-sizes";
import type { CardPet, CardsPage } from "../cards/card";
import { kindOf, type PetFilters, without } from "../cards/filters";
import { animalCountWords } from "../cards/list-words";
import { EMPTY_PAGE, type PageReader } from "../cards/page-reader";
import { hasAllWords, nearestName } from "./near-name";
import type { OtherMatches, TypedSearch } from "./other-matches";
import { commonFilters, onlyOnce } from "./search-lists";
import { noneCalled } from "./search-words";

// Kept out of the browser's first bundle: used only where lists are read.

/** Animals with a name, or a word of one, and what was typed instead of it, if that is misspelled. */
export type NamedList = { list: CardsPage; filters: PetFilters & { q: string }; typed?: string };

/**
 * Reads the animals of the list that a search means, whose names have its other words: "Luna" of "Luna dog". Returns
 * null if it means several lists, or has no other words.
 */
export async function readNamed({ filters, parsed }: TypedSearch, read: PageReader): Promise<NamedList | null> {
  if (!parsed || parsed.kinds || parsed.ages || parsed.otherWords === "") return null;
  const named = { ...commonFilters(filters, parsed), q: parsed.otherWords };
  return { list: await read(named), filters: named };
}

/** Whether an animal of a list is called exactly this, and not only the beginning of its name. */
export const isCalled = ({ list, filters }: NamedList): boolean =>
  list.pets.some(({ name }) => hasAllWords(name, filters.q));

/** Returns a list of names, or if it is empty, the animals whose name was probably meant. Null if there are none. */
export async function findNamed(named: NamedList, read: PageReader): Promise<NamedList | null> {
  const { list, filters } = named;
  if (list.pets.length > 0) return named;
  const near = nearestName(filters.q, (await read(without(filters, "q"), MAX_PAGE_SIZE)).pets);
  return near?.errors === 1 ? findNear(filters, near.meant, read) : null;
}

/**
 * Reads the animals of a list with a name, or a word of one, that was probably meant. Returns null if there are none.
 */
export async function findNear(typed: NamedList["filters"], name: string, read: PageReader): Promise<NamedList | null> {
  const filters = { ...typed, q: name };
  const list = await read(filters);
  return list.pets.length === 0 ? null : { list, filters, typed: typed.q };
}

/** What stands between the names of several animals. */
const BETWEEN_NAMES = /\s*[,&+]\s*|\s+(?:and|or)\s+/i;
/** Maximum number of names that are searched for. */
const MAX_NAMES = 4;

/** Reads the animals that a search names: "Bella and Max". Returns null if it names only one, or none is known. */
export async function findSeveralNames({ filters, q }: TypedSearch, read: PageReader): Promise<OtherMatches | null> {
  const names = [...new Set(q.split(BETWEEN_NAMES).filter(Boolean))];
  if (names.length < 2 || names.length > MAX_NAMES) return null;
  const everywhere = without(filters, "status");
  const pages = await Promise.all(names.map((name) => read({ ...everywhere, q: name }, CARDS_PAGE_SIZE)));
  const called = pages.map(({ pets }, at) => pets.filter(({ name }) => hasAllWords(name, names[at] ?? "")));
  const pets = onlyOnce(called.flat());
  if (pets.length === 0) return null;
  const found = names.filter((_, at) => called[at]?.length !== 0);
  const missing = names.filter((name) => !found.includes(name)).map((name) => noneCalled({ ...everywhere, q: name }));
  const count = animalCountWords({ count: pets.length, more: false }, kindOf(filters));
  const heading = `${count} called ${orList(found.map((name) => `“${isolate(name)}”`))}`;
  return { pets, heading, ...(missing.length > 0 && { note: missing.join(" ") }) };
}

/** Maximum number of namesakes that are named. */
const MAX_NAMESAKES = 3;
/** A shorter word is too near to too many names. */
export const MIN_NAME_LETTERS = 5;

/**
 * Reads the animals that a search for a kind and a name may mean if no such animal has the name: those of any kind and
 * status with this name, and one of the kind with a similar name. "Olive cat" may mean a tortoise called Olive, or
 * Oliver, an adopted cat.
 */
export async function findNamesakes({ kind }: PetFilters, name: string, read: PageReader): Promise<CardPet[]> {
  if (kind === undefined || name === "") return [];
  const isLong = name.length >= MIN_NAME_LETTERS;
  const [{ pets }, ofKind] = await Promise.all([
    read({ q: name }, CARDS_PAGE_SIZE),
    isLong ? read({ kind }, MAX_PAGE_SIZE) : EMPTY_PAGE,
  ]);
  const near = nearestName(name, ofKind.pets);
  const found = [...pets.filter((pet) => hasAllWords(pet.name, name)), ...(near?.errors === 1 ? [near.pet] : [])];
  return found.slice(0, MAX_NAMESAKES);
}

/**
 * Reads another animal whose name is near to what was typed: for "Olivr" or "Olive", where the list has Olive, an
 * adopted Oliver. Returns none if no other name is near enough.
 */
export async function findAlike(
  { filters, q }: TypedSearch,
  { name, pets }: { name: string; pets: readonly CardPet[] },
  read: PageReader,
): Promise<CardPet[]> {
  const shown = new Set(pets.map(({ id }) => id));
  const all = await read(without(without(filters, "status"), "q"), MAX_PAGE_SIZE);
  const near = nearestName(
    q,
    all.pets.filter((pet) => !shown.has(pet.id) && !hasAllWords(pet.name, name)),
  );
  return near?.errors === 1 ? [near.pet] : [];
}
