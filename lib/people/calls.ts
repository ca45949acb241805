import { NoBody } from "../bodies";
import { callApi } from "../http/client";
import { Invitation, type NewPerson, OneTimePassword, OwnPerson, People, Person, type PersonChange } from "./schema";

/** Reads all people. */
export async function fetchPeople(signal?: AbortSignal): Promise<Person[]> {
  return (await callApi("/v1/people", People, { signal })).data;
}

/** Invites a person. A link that is not sent by mail is only in this answer. */
export async function sendInvitePerson(body: NewPerson): Promise<Invitation> {
  return (await callApi("/v1/people/invitations", Invitation, { method: "POST", body })).data;
}

/** Gives an invited person another link. */
export async function sendRenewInvitation(id: string): Promise<Invitation> {
  return (await callApi(`${pathOf(id)}/invitation`, Invitation, { method: "POST", body: {} })).data;
}

/** Changes a person's name or role, or disables or enables them. */
export async function sendChangePerson(id: string, body: PersonChange): Promise<Person> {
  return (await callApi(pathOf(id), Person, { method: "PATCH", body })).data;
}

/** Changes the name of the person who is signed in. */
export async function sendChangeOwnName(name: string): Promise<OwnPerson> {
  return (await callApi("/v1/people/me", OwnPerson, { method: "PATCH", body: { name } })).data;
}

/** Signs a person out everywhere. */
export async function sendEndSessions(id: string): Promise<void> {
  await callApi(`${pathOf(id)}/sessions`, NoBody, { method: "DELETE" });
}

/** Gives a person a new one-time password. */
export async function sendResetPassword(id: string): Promise<OneTimePassword> {
  return (await callApi(`${pathOf(id)}/password`, OneTimePassword, { method: "POST", body: {} })).data;
}

function pathOf(id: string): string {
  return `/v1/people/${encodeURIComponent(id)}`;
}
