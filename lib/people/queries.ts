import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { refetch } from "../refetch";
import {
  fetchPeople,
  sendChangePerson,
  sendEndSessions,
  sendInvitePerson,
  sendRenewInvitation,
  sendResetPassword,
} from "./calls";
import type { NewPerson, Person, PersonChange } from "./schema";

/** The query keys of this slice. */
export const peopleKeys = { all: ["people"] as const };

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
