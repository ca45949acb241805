import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callApi } from "../http/client";
import { sendCommand } from "../http/command";
import { type Edit, sendEdit } from "../http/edit";
import { ApiError } from "../http/errors";
import { followChanges, QUERY_ROOTS } from "../http/query-client";
import { parsePageLinks, toParameters } from "../http/query-string";
import { retryIfStale } from "../http/retries";
import type { PlannedDay } from "../orders/hand-over";
import { keysOf } from "../values/objects";
import { MAX_PAGE_SIZE, NoBody } from "../values/schemas";
import type { InboxPage, InboxParams } from "./inbox";
import { Application, type ApplicationChange, Applications, type NewAdopter } from "./schema";
import type { ApplicationStatus } from "./status";

export const INBOX_PAGE_SIZE = 20;

type ListParams = InboxParams & { status?: ApplicationStatus; limit?: number };

export async function fetchApplications(params: ListParams, signal: AbortSignal): Promise<InboxPage> {
  const search = toParameters({ limit: INBOX_PAGE_SIZE, ...params });
  const { data, headers } = await callApi(`/v1/applications?${search}`, Applications, { signal });
  return { applications: data, ...parsePageLinks(headers.get("Link")) };
}

/** Reads the applications whose approval placed these orders, or the completed order of an animal. */
export async function fetchAdopters(
  of: { orderIds: string } | { petId: string; orderStatus: "completed" },
  signal?: AbortSignal,
) {
  const search = toParameters({ limit: MAX_PAGE_SIZE, ...of });
  return (await callApi(`/v1/applications?${search}`, Applications, { signal })).data;
}

async function fetchApplication(id: string, signal?: AbortSignal): Promise<Application> {
  return (await callApi(pathOf(id), Application, { signal })).data;
}

/** Records who has adopted an animal. @throws ApiError */
export const sendRecordAdopter = (petId: bigint, body: NewAdopter, confirm?: string) =>
  sendCommand(`/v1/pets/${petId}/adopter`, Application, { method: "POST", body, confirm, isOne: true });

/** A change of other fields in the meantime is no collision. @throws ApiError precondition_failed, others */
export function sendChangeApplication(seen: Application, change: ApplicationChange) {
  return retryIfStale(
    seen.version,
    (version) => sendCommand(pathOf(seen.id), Application, { method: "PATCH", body: change, ifMatch: version }),
    async () => {
      const current = await fetchApplication(seen.id);
      if (concerned(current, change) !== concerned(seen, change)) throw new ApiError("precondition_failed", "");
      return { start: current.version };
    },
  );
}

/** What a change replaces, to compare it. Two replies are no collision: both are in the history. */
function concerned(application: Application, change: ApplicationChange): string {
  const { handledBy, order, name, email, telephone } = application;
  const adopter = [name, email, telephone];
  const replaced = { ...application, handledBy: handledBy?.id, shipDate: order?.shipDate, adopter, reply: null };
  return JSON.stringify(keysOf(change).map((field) => replaced[field]));
}

/** Sets when an applicant visits. @throws ApiError */
export function saveVisit(id: string, edit: Edit<PlannedDay>) {
  const send = ({ version, values: { day } }: Edit<PlannedDay>) =>
    sendCommand(pathOf(id), Application, { method: "PATCH", body: { visitAt: day || null }, ifMatch: version });
  return sendEdit(edit, send, async () => toStoredVisit(await fetchApplication(id)));
}

export const toStoredVisit = ({ version, visitAt }: Application) => ({ version, values: { day: visitAt ?? "" } });

/** @throws ApiError */
export const sendDeleteApplication = (id: string) => sendCommand(pathOf(id), NoBody, { method: "DELETE" });

const pathOf = (id: string) => `/v1/applications/${encodeURIComponent(id)}`;

export function applicationsQuery(params: InboxParams) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.applications, "list", params],
    queryFn: ({ signal }) => fetchApplications(params, signal),
    placeholderData: keepPreviousData,
    ...followChanges,
  });
}

export function adoptersQuery(orderIds: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.applications, "adopters", orderIds],
    queryFn: ({ signal }) => fetchAdopters({ orderIds }, signal),
    enabled: orderIds !== "",
    placeholderData: keepPreviousData,
  });
}

export function applicationQuery(id: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.applications, "one", id],
    queryFn: ({ signal }) => fetchApplication(id, signal),
    ...followChanges,
  });
}
