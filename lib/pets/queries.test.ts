import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { QUERY_ROOTS } from "../http/query-client";
import { petKeys, refetchBesideLists, refetchPets } from "./client";
import { deskKeys } from "./desk/queries";

test("a changed status refetches the counts of applicants, and not the lists, which show it already", async () => {
  const client = new QueryClient();
  const applicants = [...QUERY_ROOTS.applications, "counts", "7"];
  const list = [...deskKeys.lists, "page"];
  for (const key of [applicants, list, petKeys.counts, petKeys.history(7n), petKeys.history(8n)])
    client.setQueryData<unknown>(key, []);
  const isOutdated = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  refetchBesideLists(client, 7n);
  await vi.waitFor(() => expect(isOutdated(applicants)).toBe(true));
  expect([petKeys.counts, petKeys.history(7n)].map(isOutdated)).toEqual([true, true]);
  expect([list, petKeys.history(8n)].map(isOutdated)).toEqual([false, false]);
  await refetchPets(client);
  expect([list, petKeys.history(8n)].map(isOutdated)).toEqual([true, true]);
});
