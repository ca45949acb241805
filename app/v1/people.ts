import { actorOf, selfOf } from "@/lib/api/caller";
import { ADMIN, endpoint, type Routes } from "@/lib/api/endpoint";
import {
  Invitation,
  NewPerson,
  OneTimePassword,
  OwnName,
  OwnPerson,
  People,
  Person,
  PersonChange,
  PersonParams,
} from "@/lib/people/schema";
import {
  addPerson,
  changeOwnName,
  changePerson,
  endSessionsOf,
  invitePerson,
  listPeople,
  renewInvitation,
  resetPassword,
} from "@/lib/people/store";
import { EmptyObject, NoBody } from "@/lib/values/schemas";

export const PEOPLE: Routes = {
  "/v1/people": {
    GET: endpoint({
      operationId: "listPeople",
      summary: "List people",
      ...ADMIN,
      returns: People,
      handle: async () => ({ data: await listPeople() }),
    }),
    POST: endpoint({
      operationId: "addPerson",
      summary: "Add a person",
      ...ADMIN,
      body: NewPerson,
      idempotent: "secret",
      returns: OneTimePassword,
      status: 201,
      refuses: ["conflict"],
      handle: async ({ body, caller }) => ({ data: await addPerson(actorOf(caller), body) }),
    }),
  },
  "/v1/people/invitations": {
    POST: endpoint({
      operationId: "invitePerson",
      summary: "Invite a person, who chooses a password with a link",
      ...ADMIN,
      body: NewPerson,
      idempotent: "secret",
      returns: Invitation,
      status: 201,
      refuses: ["conflict"],
      handle: async ({ body, caller }) => ({ data: await invitePerson(actorOf(caller), body) }),
    }),
  },
  "/v1/people/me": {
    PATCH: endpoint({
      operationId: "changeOwnName",
      summary: "Change one’s own name",
      // Only people have this scope.
      scope: "applications:write",
      body: OwnName,
      returns: OwnPerson,
      handle: async ({ body: { name }, caller }) => ({ data: await changeOwnName(selfOf(caller), name) }),
    }),
  },
  "/v1/people/[personId]": {
    PATCH: endpoint({
      operationId: "changePerson",
      summary: "Change the name or role of a person, or disable them",
      ...ADMIN,
      params: PersonParams,
      body: PersonChange,
      returns: Person,
      refuses: ["conflict"],
      handle: async ({ params: { personId }, body, caller }) => ({
        data: await changePerson(actorOf(caller), personId, body),
      }),
    }),
  },
  "/v1/people/[personId]/invitation": {
    POST: endpoint({
      operationId: "renewInvitation",
      summary: "Give an invited person another link",
      ...ADMIN,
      params: PersonParams,
      body: EmptyObject,
      idempotent: "secret",
      returns: Invitation,
      refuses: ["conflict"],
      handle: async ({ params: { personId }, caller }) => ({ data: await renewInvitation(actorOf(caller), personId) }),
    }),
  },
  "/v1/people/[personId]/password": {
    POST: endpoint({
      operationId: "resetPassword",
      summary: "Give a person a new one-time password",
      ...ADMIN,
      params: PersonParams,
      body: EmptyObject,
      idempotent: "secret",
      returns: OneTimePassword,
      handle: async ({ params: { personId }, caller }) => ({ data: await resetPassword(actorOf(caller), personId) }),
    }),
  },
  "/v1/people/[personId]/sessions": {
    DELETE: endpoint({
      operationId: "endSessions",
      summary: "Sign a person out everywhere",
      ...ADMIN,
      params: PersonParams,
      returns: NoBody,
      status: 204,
      async handle({ params: { personId }, caller }) {
        await endSessionsOf(actorOf(caller), personId);
        return { data: undefined };
      },
    }),
  },
};
