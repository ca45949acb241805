import { isolate } from "../../values/bidi";
import { countWords } from "../../values/counts";
import { nameInSentence } from "../../values/excerpt";
import { foldName } from "../../values/fold-name";
import { CATEGORIES } from "../categories";
import { CARDS_PAGE_SIZE } from "../list/sizes";
import { DEFAULT_STATUS, PET_STATUSES, type PetStatus, STATUS_LABELS } from "../status";
import type { CardPet, CardsPage } from "./card";
import { kindOf, type PetFilters, without } from "./filters";
import { animals } from "./list-words";
import type { MeantFilters } from "./meant-filters";
import type { ReadPage } from "./more-animals";

/** Animals that match a search in another way than by name and wanted status, and the heading of their page. */
type HeadedHits = { pets: CardPet[]; heading: string };

/** What is said about one animal that does not have the wanted status. */
const STATUS_VERBS: Readonly<Record<PetStatus, string>> = {
  available: "is available",
  pending: "is pending",
  sold: "has found a home",
};

/**
 * Reads the animals that match a search in another way: those of another status with exactly this name, those whose
 * stories have its words, or those of another status whose names contain it. Returns null if there are none.
 */
export async function readHits(
  filters: PetFilters,
  meant: MeantFilters | null,
  read: ReadPage,
): Promise<HeadedHits | null> {
  const { q = "", ...rest } = filters;
  const { kinds } = meant ?? {};
  const told = { ...(kinds ? without(rest, "kind") : rest), ...meant?.filters };
  // Too many stories contain words for kinds and facts: "gets along with dogs".
  const story = meant ? meant.others : q;
  const [{ pets: elsewhere, next }, stories] = await Promise.all([
    filters.status === undefined ? NONE : read(without(filters, "status"), CARDS_PAGE_SIZE),
    story === "" ? NONE : read(told, CARDS_PAGE_SIZE, story),
  ]);
  const called = elsewhere.filter(({ name }) => hasAllWords(name, q));
  if (called.length > 0) return { pets: called, heading: statusHeading(filters, called, null) };
  const telling = stories.pets.filter(({ categoryId }) => !kinds || kinds.some(({ id }) => id === categoryId));
  if (telling.length > 0) {
    const count = { count: telling.length, more: stories.next !== null };
    return { pets: telling, heading: `${animals(count, kindOf(told))} whose story says “${isolate(story)}”` };
  }
  if (meant || elsewhere.length === 0) return null;
  return { pets: elsewhere, heading: statusHeading(filters, elsewhere, next) };
}

const NONE: CardsPage = { pets: [], next: null, prev: null };

/** Whether each word of a text is one of the words of a name. */
function hasAllWords(name: string, text: string): boolean {
  const wordsIn = (of: string) => foldName(of).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const words = new Set<string>(wordsIn(name));
  return wordsIn(text).every((word) => words.has(word));
}

/** Says what became of animals that do not have the wanted status: "Pumpkin is pending". */
function statusHeading(filters: PetFilters, pets: readonly CardPet[], next: string | null): string {
  const [first] = pets;
  const statuses = PET_STATUSES.filter((status) => pets.some((pet) => (pet.status ?? DEFAULT_STATUS) === status));
  if (first && pets.length === 1) {
    return `${isolate(nameInSentence(first.name))} ${STATUS_VERBS[first.status ?? DEFAULT_STATUS]}`;
  }
  const labels = statuses.map((status) => STATUS_LABELS[status].toLowerCase()).join(" or ");
  const count = countWords({ count: pets.length, more: next !== null });
  return `${count} ${labels} ${kindOf(filters)?.plural ?? "animals"} called “${isolate(filters.q ?? "")}”`;
}

/** Returns hits, their heading, and the list after them, which leaves them out. */
export function hitsBefore(
  { pets, next }: CardsPage,
  hits: HeadedHits,
  words: string,
): Pick<CardsPage, "pets" | "heading" | "hits"> {
  const ids = new Set(hits.pets.map(({ id }) => id));
  const left = pets.filter(({ id }) => !ids.has(id));
  const areAllHits = pets.length > 0 && left.length === 0 && next === null;
  const rest = `${left.length < pets.length ? "Other" : "All"} ${words}`;
  return { pets: left, heading: hits.heading, hits: { pets: hits.pets, ...(!areAllHits && { rest }) } };
}

/** Returns the kind of animals, by the name of its drawing, or undefined if they are of several kinds. */
export function kindOfAll([first, ...more]: readonly CardPet[]): string | undefined {
  if (!first || more.some(({ categoryId }) => categoryId !== first.categoryId)) return undefined;
  return CATEGORIES.find(({ id }) => id === first.categoryId)?.picture;
}
