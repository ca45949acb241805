import "server-only";
import { logFailure } from "../../../database/health";
import { type Cursor, decodeCursor } from "../../../values/cursor";
import { CARDS_PAGE_SIZE } from "../../list/page-sizes";
import type { CountPetsQuery } from "../../list/query";
import { listPets } from "../../list/store";
import type { CardsPage } from "../cards/card";
import { kindOf, type PetFilters } from "../cards/filters";
import { type CardsWithFacts, type PageReader, type ReadOptions, toCards, toSearched } from "../cards/page-reader";
import { completePage } from "./complete-page";

/** A page of animals as the server renders it; `problem` says why it could not be read. */
export type FirstPage = { page: CardsPage; problem: null } | { page: null; problem: "invalid" | "unavailable" };

/** Reads a page of animals on the server, with the same store function as the endpoint. */
export async function readFirstPage(filters: PetFilters): Promise<FirstPage> {
  const { sort = "newest" } = filters;
  const cursor = filters.cursor === undefined ? undefined : decodeCursor(filters.cursor);
  if (cursor === null || (cursor && (cursor.sort ?? "newest") !== sort)) return { page: null, problem: "invalid" };
  try {
    const page = await completePage(filters, await readPage(filters, { cursor }), readFurther);
    return { page, problem: null };
  } catch (error) {
    logFailure("page data unavailable", error);
    return { page: null, problem: "unavailable" };
  }
}

/** Reads another list for a page. The page is shown without it if that fails, so the failure is logged here. */
const readFurther: PageReader = async (filters, limit, reading) => {
  try {
    return await readPage(filters, { limit, ...reading });
  } catch (error) {
    logFailure("further list unavailable", error);
    throw error;
  }
};

type Reading = { cursor?: Cursor | undefined; limit?: number | undefined } & ReadOptions;

/** Returns the filters to use when counting the animals of a list. */
export function toCounted(filters: PetFilters): CountPetsQuery {
  const { goodWith, ...searched } = toSearched(filters);
  return { ...searched, goodWith: goodWith && new Set(goodWith) };
}

async function readPage(
  filters: PetFilters,
  { cursor, limit = CARDS_PAGE_SIZE, ...reading }: Reading,
): Promise<CardsWithFacts> {
  const { status, sort = "newest" } = filters;
  const page = await listPets({
    ...toCounted(filters),
    limit,
    story: reading.inText,
    status,
    cursor,
    sort,
    categoryId: kindOf(filters)?.id,
    include: new Set(sort === "oldest" ? (["profile", "waitsSince"] as const) : (["profile"] as const)),
  });
  return toCards(page, filters, reading);
}
