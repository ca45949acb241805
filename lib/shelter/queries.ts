import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../http/client";
import { refetch } from "../refetch";
import { type NewShelter, Shelter } from "./schema";

/** The one key factory of this slice. */
export const shelterKeys = { all: ["shelter"] as const };

/** What the shelter says about itself, and the version of it. */
export type VersionedShelter = { shelter: Shelter; version: string };

/** The query of the shelter. */
export function shelterQuery() {
  return queryOptions({
    queryKey: shelterKeys.all,
    queryFn: async ({ signal }) => toVersioned(await callApi("/v1/shelter", Shelter, { signal })),
  });
}

/** Replaces what the shelter says about itself, unless it has another version by now. */
export function useChangeShelter() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ version, shelter }: { version: string; shelter: NewShelter }) => {
      const { replyDays, ...rest } = shelter;
      const body = { ...rest, replyDays: replyDays === null ? null : BigInt(replyDays) };
      return toVersioned(await callApi("/v1/shelter", Shelter, { method: "PUT", body, ifMatch: version }));
    },
    onSuccess: (data) => client.setQueryData(shelterKeys.all, data),
    onError: () => refetch(client, shelterKeys.all),
  });
}

function toVersioned({ data, headers }: { data: Shelter; headers: Headers }): VersionedShelter {
  return { shelter: data, version: headers.get("ETag")?.replace(/^W\/|"/g, "") ?? "" };
}
