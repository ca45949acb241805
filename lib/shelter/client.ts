import { queryOptions } from "@tanstack/react-query";
import { callApi, versionOf } from "../http/client";
import { sendCommand } from "../http/command";
import { retryIfStale } from "../http/retries";
import { mergeEdits } from "../values/objects";
import { type ShelterValues, toShelter, toShelterValues } from "./form";
import { type NewShelter, Shelter } from "./schema";

export type VersionedShelter = { shelter: Shelter; version: string };

async function fetchShelter(signal?: AbortSignal): Promise<VersionedShelter> {
  return toVersioned(await callApi("/v1/shelter", Shelter, { signal }));
}

/** Replaces what the shelter says about itself, if it still has this version. @throws ApiError precondition_failed */
async function sendChangeShelter(version: string, { replyDays, ...rest }: NewShelter) {
  const body = { ...rest, replyDays: replyDays === null ? null : BigInt(replyDays) };
  const answer = await sendCommand("/v1/shelter", Shelter, { method: "PUT", body, ifMatch: version });
  return { current: toVersioned(answer), changeSets: answer.changeSets };
}

function toVersioned({ data, headers }: { data: Shelter; headers: Headers }): VersionedShelter {
  return { shelter: data, version: versionOf(headers) };
}

type ShelterBase = { version: string; values: ShelterValues };

/** `collisions` are the fields that somebody else has changed, too. Without any, it was saved in these change sets. */
export type ShelterOutcome = {
  current: VersionedShelter;
  values: ShelterValues;
  collisions: (keyof ShelterValues)[];
  changeSets: string[];
};

/**
 * Saves an edit of what was read. If somebody else has changed the shelter since, the edits are merged, and nothing is
 * saved while both have changed the same field.
 * @throws ApiError
 */
export function saveShelter(base: ShelterBase, values: ShelterValues): Promise<ShelterOutcome> {
  return retryIfStale(
    { base, values },
    async (edit): Promise<ShelterOutcome> => {
      const saved = await sendChangeShelter(edit.base.version, toShelter(edit.values));
      return { ...saved, values: edit.values, collisions: [] };
    },
    async (edit) => {
      const current = await fetchShelter();
      const theirs = toShelterBase(current);
      const merged = mergeEdits(edit.base.values, edit.values, theirs.values);
      if (merged.collisions.length > 0) return { result: { current, ...merged, changeSets: [] } };
      return { start: { base: theirs, values: merged.values } };
    },
  );
}

export const toShelterBase = ({ shelter, version }: VersionedShelter): ShelterBase => ({
  version,
  values: toShelterValues(shelter),
});

export function shelterQuery() {
  return queryOptions({
    queryKey: ["shelter"] as const,
    queryFn: ({ signal }) => fetchShelter(signal),
  });
}
