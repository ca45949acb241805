import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../http/client";
import { refetch } from "../http/query-client";
import { NoBody } from "../values/schemas";
import { Invitation, type NewPerson, OneTimePassword, OwnPerson, People, Person, type PersonChange } from "./schema";

/** Reads all people. */
async function fetchPeople(signal?: AbortSignal): Promise<Person[]> {
  return (await callApi("/v1/people", People, { signal })).data;
}

/** Invites a person. A link that is not sent by mail is only in this answer. */
async function sendInvitePerson(body: NewPerson): Promise<Invitation> {
  return (await callApi("/v1/people/invitations", Invitation, { method: "POST", body })).data;
}

/** Gives an invited person another link. */
async function sendRenewInvitation(id: string): Promise<Invitation> {
  return (await callApi(`${pathOf(id)}/invitation`, Invitation, { method: "POST", body: {} })).data;
}

/** Changes a person's name or role, or disables or enables them. */
async function sendChangePerson(id: string, body: PersonChange): Promise<Person> {
  return (await callApi(pathOf(id), Person, { method: "PATCH", body })).data;
}

/** Changes the name of the person who is signed in. */
export async function sendChangeOwnName(name: string): Promise<OwnPerson> {
  return (await callApi("/v1/people/me", OwnPerson, { method: "PATCH", body: { name } })).data;
}

/** Signs a person out everywhere. */
async function sendEndSessions(id: string): Promise<void> {
  await callApi(`${pathOf(id)}/sessions`, NoBody, { method: "DELETE" });
}

/** Gives a person a new one-time password. */
async function sendResetPassword(id: string): Promise<OneTimePassword> {
  return (await callApi(`${pathOf(id)}/password`, OneTimePassword, { method: "POST", body: {} })).data;
}

function pathOf(id: string): string {
  return `/v1/people/${encodeURIComponent(id)}`;
}

/** The query keys of this slice. */
const peopleKeys = { all: ["people"] as const };

/** Returns the query for all people. */
export function peopleQuery() {
  return queryOptions({
    queryKey: peopleKeys.all,
    queryFn: ({ signal }) => fetchPeople(signal),
  });
}

/**
 * Returns a function that reads a person again and updates the list. It returns undefined if they are not in the list.
 */
export function useFreshPerson(id: string): () => Promise<Person | undefined> {
  const client = useQueryClient();
  return async () => {
    const people = await fetchPeople();
    client.setQueryData(peopleKeys.all, people);
    return people.find((person) => person.id === id);
  };
}

/** Invites a person. A link that is not sent by mail is only in this answer. */
export function useInvitePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (person: NewPerson) => sendInvitePerson(person),
    onSettled: () => refetch(client, peopleKeys.all),
  });
}

/** Gives an invited person another link. */
export function useRenewInvitation(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendRenewInvitation(id),
    onSettled: () => refetch(client, peopleKeys.all),
  });
}

/** Changes a person's name or role, or disables or enables them. */
export function useChangePerson(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: PersonChange) => sendChangePerson(id, change),
    onSettled: () => refetch(client, peopleKeys.all),
  });
}

/** Signs a person out everywhere. */
export function useEndSessions(id: string) {
  return useMutation({ mutationFn: () => sendEndSessions(id) });
}

/** Gives a person a new one-time password. */
export function useResetPassword(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendResetPassword(id),
    onSettled: () => refetch(client, peopleKeys.all),
  });
}
