import { actorOf, selfOf } from "@/lib/api/caller";
import { ADMIN, endpoint, type Routes } from "@/lib/api/endpoint";
import type { Transaction } from "@/lib/database/transaction";
import { PageQuery } from "@/lib/http/paging";
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
  changePerson,
  endSessionsOf,
  getPerson,
  invitePerson,
  listPeople,
  lockForAdmin,
  renewInvitation,
  resetPassword,
} from "@/lib/people/store";
import { EmptyObject, NoBody } from "@/lib/values/schemas";

const ONE_PERSON = {
  params: PersonParams,
  precondition: "optional",
  lock: (tx: Transaction, { params: { personId } }: { params: { personId: string } }) => lockForAdmin(tx, personId),
} as const;

const answerWith = (person: Person & { version: bigint }) => ({ data: person, etag: person.version });

const answerWithNew = <T extends { id: string }>(data: T) => ({ data, location: `/v1/people/${data.id}`, etag: 1n });

export const PEOPLE: Routes = {
  "/v1/people": {
    GET: endpoint({
      operationId: "listPeople",
      summary: "List people",
      ...ADMIN,
      query: PageQuery,
      returns: People,
      sends: ["Link"],
      handle: ({ query }) => listPeople(query),
    }),
    POST: endpoint({
      operationId: "addPerson",
      summary: "Add a person",
      ...ADMIN,
      body: NewPerson,
      idempotent: "secret",
      returns: OneTimePassword,
      status: 201,
      sends: ["Location", "ETag"],
      refuses: ["conflict"],
      handle: async ({ body, caller }) => answerWithNew(await addPerson(actorOf(caller), body)),
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
      sends: ["Location", "ETag"],
      refuses: ["conflict"],
      handle: async ({ body, caller }) => answerWithNew(await invitePerson(actorOf(caller), body)),
    }),
  },
  "/v1/people/me": {
    PATCH: endpoint({
      operationId: "changeOwnName",
      summary: "Change one’s own name",
      // Only people have this scope.
      scope: "applications:write",
      body: OwnName,
      precondition: "optional",
      lock: (tx, { caller }) => lockForAdmin(tx, selfOf(caller).personId),
      returns: OwnPerson,
      sends: ["ETag"],
      async handle({ body, caller }) {
        const self = selfOf(caller);
        return answerWith(await changePerson(self, self.personId, body));
      },
    }),
  },
  "/v1/people/[personId]": {
    GET: endpoint({
      operationId: "getPerson",
      summary: "Get a person",
      ...ADMIN,
      params: PersonParams,
      returns: Person,
      sends: ["ETag"],
      handle: async ({ params: { personId } }) => answerWith(await getPerson(personId)),
    }),
    PATCH: endpoint({
      operationId: "changePerson",
      summary: "Change the name or role of a person, or disable them",
      ...ADMIN,
      ...ONE_PERSON,
      body: PersonChange,
      returns: Person,
      sends: ["ETag"],
      refuses: ["conflict"],
      handle: async ({ params: { personId }, body, caller }) =>
        answerWith(await changePerson(actorOf(caller), personId, body)),
    }),
  },
  "/v1/people/[personId]/invitation": {
    POST: endpoint({
      operationId: "renewInvitation",
      summary: "Give an invited person another link",
      ...ADMIN,
      ...ONE_PERSON,
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
      ...ONE_PERSON,
      body: EmptyObject,
      idempotent: "secret",
      returns: OneTimePassword,
      handle: async ({ params: { personId }, caller }) => ({
        data: await resetPassword(actorOf(caller), { id: personId }),
      }),
    }),
  },
  "/v1/people/[personId]/sessions": {
    DELETE: endpoint({
      operationId: "endSessions",
      summary: "Sign a person out everywhere",
      ...ADMIN,
      ...ONE_PERSON,
      returns: NoBody,
      status: 204,
      async handle({ params: { personId }, caller }) {
        await endSessionsOf(actorOf(caller), personId);
        return { data: undefined };
      },
    }),
  },
};
