import { isolate } from "../../bidi";
import { DEFAULT_STATUS } from "../status";
import type { CardsPage, EmptyList } from "./card";
import { hasFacts, isSearched, kindOf, type PetFilters, without, withoutFacts } from "./filters";

// Only used where lists are read, so that the first page needs none of these texts.

/** Says why a list is empty, and what a visitor can do. `others` are shown below it. */
export function emptyList(filters: PetFilters, others: CardsPage["others"]): EmptyList {
  const [title, advice] = textOf(filters, others);
  const kind = others?.kind ?? filters.kind;
  return { title, advice, links: linksOf(filters, others), ...(kind !== undefined && { kind }) };
}

/** Returns the links from an empty list, best first. */
function linksOf(
  filters: PetFilters,
  { kind: meantKind, name, pets }: NonNullable<CardsPage["others"]> = { pets: [] },
) {
  const { q, kind, status } = filters;
  const isAvailable = status === DEFAULT_STATUS;
  const meant = kindOf({ ...(meantKind !== undefined && { kind: meantKind }) });
  const links: EmptyList["links"] = [];
  const add = (words: string, target: PetFilters) => links.push({ words, target });
  if (meant && pets[0]?.categoryId === meant.id) {
    add(`See ${meant.plural}`, { status: DEFAULT_STATUS, kind: meant.picture });
  }
  if (name !== undefined) add("Search for this name", { status: DEFAULT_STATUS, q: name });
  if (hasFacts(filters)) add("Clear the filters", withoutFacts(filters));
  if (isSearched(filters) || kind || !isAvailable) add("Show all available animals", { status: DEFAULT_STATUS });
  if (q !== undefined && isAvailable && !meant) add("Include adopted", without(filters, "status"));
  return links;
}

/** Returns the heading of the notice, and what a visitor can do. */
function textOf(
  filters: PetFilters,
  { name, spelling }: NonNullable<CardsPage["others"]> = { pets: [] },
): [title: string, advice: string] {
  if (spelling !== undefined) return [`Did you mean “${spelling}”?`, "To see one kind, use the pictures above."];
  if (name !== undefined) return [`Did you mean ${isolate(name)}?`, "No animal has exactly that name."];
  if (hasFacts(filters)) {
    return ["Try fewer filters", "Remove one to see more. New animals arrive often, so check back soon."];
  }
  if (filters.q !== undefined) return ["No name matches", "Try another spelling, or only the first letters."];
  return [`No ${kindOf(filters)?.plural ?? "animals"} here right now`, "New ones arrive often, so check back soon."];
}
