import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../http/client";
import { refetch } from "../refetch";
import { Invitation, type NewPerson, OneTimePassword, People, Person, type PersonChange } from "./schema";

/** The one key factory of this slice. */
export const peopleKeys = { all: ["people"] as const };

/** The query of all people. */
export function peopleQuery() {
  return queryOptions({
    queryKey: peopleKeys.all,
    queryFn: async ({ signal }) => (await callApi("/v1/people", People, { signal })).data,
  });
}

/** Invites a person. A link that is not sent by mail is only in this answer. */
export function useInvitePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: NewPerson) =>
      (await callApi("/v1/people/invitations", Invitation, { method: "POST", body })).data,
    onSettled: () => refetch(client, peopleKeys.all),
  });
}

/** Gives an invited person another link. */
export function useRenewInvitation(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await callApi(`${pathOf(id)}/invitation`, Invitation, { method: "POST", body: {} })).data,
    onSettled: () => refetch(client, peopleKeys.all),
  });
}

/** Changes a person's role, or disables or enables them. */
export function useChangePerson(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: PersonChange) => (await callApi(pathOf(id), Person, { method: "PATCH", body })).data,
    onSettled: () => refetch(client, peopleKeys.all),
  });
}

/** Gives a person a new one-time password. */
export function useResetPassword(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      (await callApi(`${pathOf(id)}/password`, OneTimePassword, { method: "POST", body: {} })).data,
    onSettled: () => refetch(client, peopleKeys.all),
  });
}

function pathOf(id: string): string {
  return `/v1/people/${encodeURIComponent(id)}`;
}
