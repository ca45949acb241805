import { queryOptions } from "@tanstack/react-query";
import { callAllPages } from "../http/client";
import { sendCommand } from "../http/command";
import { NoBody } from "../values/schemas";
import { Invitation, type NewPerson, OneTimePassword, OwnPerson, People, Person, type PersonChange } from "./schema";

const pathOf = (id: string) => `/v1/people/${encodeURIComponent(id)}`;

async function fetchPeople(): Promise<Person[]> {
  const people = await callAllPages("/v1/people", People);
  return people.sort((one, other) => (one.email < other.email ? -1 : 1));
}

/** @throws ApiError */
export const sendInvitePerson = (body: NewPerson) =>
  sendCommand("/v1/people/invitations", Invitation, { method: "POST", body, isOne: true });

/** @throws ApiError */
export const sendRenewInvitation = (id: string) =>
  sendCommand(`${pathOf(id)}/invitation`, Invitation, { method: "POST", body: {} });

/** @throws ApiError */
export const sendChangePerson = (id: string, body: PersonChange) =>
  sendCommand(pathOf(id), Person, { method: "PATCH", body });

/** @throws ApiError */
export const sendChangeOwnName = (name: string) =>
  sendCommand("/v1/people/me", OwnPerson, { method: "PATCH", body: { name } });

/** @throws ApiError */
export const sendEndSessions = (id: string) => sendCommand(`${pathOf(id)}/sessions`, NoBody, { method: "DELETE" });

/** @throws ApiError */
export const sendResetPassword = (id: string) =>
  sendCommand(`${pathOf(id)}/password`, OneTimePassword, { method: "POST", body: {} });

/** What every change of a person shows in. */
export const PEOPLE = ["people"] as const;

export function peopleQuery() {
  return queryOptions({ queryKey: PEOPLE, queryFn: fetchPeople });
}
