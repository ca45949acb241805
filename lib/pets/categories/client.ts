import { queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { callApi } from "../../http/client";
import { sendCommand } from "../../http/command";
import { followChanges } from "../../http/query-client";
import { SECOND_MS } from "../../values/time";
import type { Category as Kind } from "../kinds";
import { Categories, Category, type CategoryChange, type NewCategory } from "./schema";

const PATH = "/v1/categories";

/** What every change of a category shows in. */
export const CATEGORIES = ["categories"] as const;

/** `kinds`: those that the page came with. */
export function categoriesQuery(kinds: readonly Kind[]) {
  return queryOptions({
    queryKey: [...CATEGORIES, "list"] as const,
    queryFn: async ({ signal }): Promise<readonly Kind[]> => (await callApi(PATH, Categories, { signal })).data,
    initialData: kinds,
    staleTime: 10 * SECOND_MS,
    ...followChanges,
  });
}

/** A member that is left out is made of the name. @throws ApiError conflict when another kind has the name */
export const sendCreateCategory = (body: z.input<typeof NewCategory>) =>
  sendCommand(PATH, Category, { method: "POST", body });

/** @throws ApiError conflict when another kind has the name */
export const sendChangeCategory = (id: bigint, body: CategoryChange) =>
  sendCommand(`${PATH}/${id}`, Category, { method: "PATCH", body });
