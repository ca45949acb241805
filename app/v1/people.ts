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
      description: "Lists everybody who can sign in, could once, or is invited, newest first.",
      ...ADMIN,
      query: PageQuery,
      returns: People,
      sends: ["Link"],
      handle: ({ query }) => listPeople(query),
    }),
    POST: endpoint({
      operationId: "addPerson",
      summary: "Add a person",
      description:
        "Adds a person with a one-time password, which only this answer shows. 409 when somebody has this e-mail address.",
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
      description:
        "Adds a person without a password, and a link at which they choose one within 7 days. Where the service sends mail, the link goes to the person; otherwise only this answer shows it. 409 when somebody has this e-mail address.",
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
      description: "Changes how others see the caller.",
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
      description:
        "Reads one person. The version, in the `ETag`, counts their name, role, access and one-time password.",
      ...ADMIN,
      params: PersonParams,
      returns: Person,
      sends: ["ETag"],
      handle: async ({ params: { personId } }) => answerWith(await getPerson(personId)),
    }),
    PATCH: endpoint({
      operationId: "changePerson",
      summary: "Change the name or role of a person, or disable them",
      description:
        "Changes what it names. Disabling a person ends all their sessions. 409 for one's own role or access, and for the last enabled admin.",
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
      description:
        "Replaces the link of an invitation; the earlier one stops working. 409 when the person has a password already or is disabled.",
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
      description: "Gives a person a new one-time password, which only this answer shows, and ends all their sessions.",
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
      description: "Ends all sessions of a person, who can sign in again at once.",
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
