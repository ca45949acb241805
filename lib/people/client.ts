import { queryOptions } from "@tanstack/react-query";
import { callAllPages, callApi } from "../http/client";
import { useChange } from "../http/query-client";
import { NoBody } from "../values/schemas";
import { Invitation, type NewPerson, OneTimePassword, OwnPerson, People, Person, type PersonChange } from "./schema";

const pathOf = (id: string) => `/v1/people/${encodeURIComponent(id)}`;

async function fetchPeople(): Promise<Person[]> {
  const people = await callAllPages("/v1/people", People);
  return people.sort((one, other) => (one.email < other.email ? -1 : 1));
}

async function sendInvitePerson(body: NewPerson): Promise<Invitation> {
  return (await callApi("/v1/people/invitations", Invitation, { method: "POST", body })).data;
}

export async function sendRenewInvitation(id: string): Promise<Invitation> {
  return (await callApi(`${pathOf(id)}/invitation`, Invitation, { method: "POST", body: {} })).data;
}

export async function sendChangePerson(id: string, body: PersonChange): Promise<Person> {
  return (await callApi(pathOf(id), Person, { method: "PATCH", body })).data;
}

export async function sendChangeOwnName(name: string): Promise<OwnPerson> {
  return (await callApi("/v1/people/me", OwnPerson, { method: "PATCH", body: { name } })).data;
}

export async function sendEndSessions(id: string): Promise<void> {
  await callApi(`${pathOf(id)}/sessions`, NoBody, { method: "DELETE" });
}

export async function sendResetPassword(id: string): Promise<OneTimePassword> {
  return (await callApi(`${pathOf(id)}/password`, OneTimePassword, { method: "POST", body: {} })).data;
}

const ALL = ["people"] as const;

export function peopleQuery() {
  return queryOptions({ queryKey: ALL, queryFn: fetchPeople });
}

export const useInvitePerson = () => useChange(ALL, sendInvitePerson);

/** Sends any other change of people: one at a time, and then reads the list again. */
export const usePeopleChange = () => useChange(ALL, (send: () => Promise<unknown>) => send());
