import { queryOptions } from "@tanstack/react-query";
import { callApi, versionOf } from "../http/client";
import { sendCommand } from "../http/command";
import { type Edit, sendEdit } from "../http/edit";
import { type ShelterValues, toShelter, toShelterValues } from "./form";
import { Shelter } from "./schema";

export type VersionedShelter = { shelter: Shelter; version: string };

async function fetchShelter(signal?: AbortSignal): Promise<VersionedShelter> {
  return toVersioned(await callApi("/v1/shelter", Shelter, { signal }));
}

function toVersioned({ data, headers }: { data: Shelter; headers: Headers }): VersionedShelter {
  return { shelter: data, version: versionOf(headers) };
}

/** Replaces what the shelter says about itself, unless others have changed the same. @throws ApiError */
export function saveShelter(edit: Edit<ShelterValues>) {
  return sendEdit(edit, sendShelter, async () => toShelterEdit(await fetchShelter()));
}

async function sendShelter({ version, values }: Edit<ShelterValues>) {
  const body = toShelter(values);
  const answer = await sendCommand("/v1/shelter", Shelter, { method: "PUT", body, ifMatch: version });
  return { current: toVersioned(answer), changeSets: answer.changeSets };
}

/** An edit that changes nothing. */
export function toShelterEdit({ shelter, version }: VersionedShelter): Edit<ShelterValues> {
  const values = toShelterValues(shelter);
  return { version, before: values, values };
}

export function shelterQuery() {
  return queryOptions({
    queryKey: ["shelter"] as const,
    queryFn: ({ signal }) => fetchShelter(signal),
  });
}
