import { queryOptions } from "@tanstack/react-query";
import { callApi, versionOf } from "../http/client";
import { sendCommand } from "../http/command";
import { type Edit, sendEdit } from "../http/edit";
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

/** @throws ApiError */
export function saveShelter(edit: Edit<ShelterValues>) {
  const send = ({ version, values }: Edit<ShelterValues>) => sendChangeShelter(version, toShelter(values));
  return sendEdit(edit, send, async () => toStored(await fetchShelter()));
}

const toStored = ({ shelter, version }: VersionedShelter) => ({ version, values: toShelterValues(shelter) });

/** An edit that changes nothing. */
export function toShelterEdit(shelter: VersionedShelter): Edit<ShelterValues> {
  const { version, values } = toStored(shelter);
  return { version, before: values, values };
}

export function shelterQuery() {
  return queryOptions({
    queryKey: ["shelter"] as const,
    queryFn: ({ signal }) => fetchShelter(signal),
  });
}
