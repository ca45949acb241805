import * as z from "zod/mini";
import { requireScope } from "@/lib/api/authorise";
import { actorOf, authorOf, hasScope, sightOf } from "@/lib/api/caller";
import { endpoint, type Routes } from "@/lib/api/endpoint";
import { listChanges, readChangeSet } from "@/lib/audit/change-store";
import { ListChangesQuery, ListSignInsQuery } from "@/lib/audit/list-query";
import { ChangeSet, ChangeSetParams, ChangeSets, SignIns } from "@/lib/audit/schema";
import { listSignIns } from "@/lib/audit/sign-in-store";
import { undoChangeSet } from "@/lib/audit/undo-store";
import { DomainError } from "@/lib/domain";
import { MailState, TestMailSent } from "@/lib/mail/schema";
import { enqueueTestMail, readMailState } from "@/lib/mail/store";
import { Overview } from "@/lib/overview/schema";
import { readOverview } from "@/lib/overview/store";
import { readFeed } from "@/lib/pets/changes/feed-store";
import { PetFeed } from "@/lib/pets/changes/history-schema";
import { NewShelter, Shelter } from "@/lib/shelter/schema";
import { changeShelter, readStoredShelter } from "@/lib/shelter/store";
import { EmptyObject } from "@/lib/values/schemas";
import { MINUTE_MS } from "@/lib/values/time";

export const SHELTER: Routes = {
  "/v1/overview": {
    GET: endpoint({
      operationId: "getOverview",
      summary: "Get an overview of open tasks, arrivals and adoptions",
      scope: "applications:read",
      returns: Overview,
      handle: async () => ({ data: await readOverview() }),
    }),
  },
  "/v1/sign-ins": {
    GET: endpoint({
      operationId: "listSignIns",
      summary: "List who signed in and out",
      scope: "admin",
      query: ListSignInsQuery,
      returns: SignIns,
      sends: ["Link"],
      handle: ({ query }) => listSignIns(query),
    }),
  },
  "/v1/changes": {
    GET: endpoint({
      operationId: "listChanges",
      summary: "List what each command changed, or follow what changes in animals",
      scope: "history:read",
      query: ListChangesQuery,
      returns: z.union([ChangeSets, PetFeed]),
      maySend: ["Link"],
      async handle({ query: { after, ...query }, caller }) {
        if (after) return { data: await readFeed(after, query.limit, sightOf(caller)) };
        if (!hasScope(caller, "admin"))
          throw new DomainError("forbidden", "Only admins see who changed what: after is required");
        return listChanges(query);
      },
    }),
  },
  "/v1/changes/[changeSetId]/undo": {
    POST: endpoint({
      operationId: "undoChangeSet",
      summary: "Undo everything that a command changed",
      // Or that of the command.
      scope: "pets:write",
      orScopes: ["orders:write", "care:write"],
      params: ChangeSetParams,
      returns: ChangeSet,
      // An import of 10,000 animals takes a while.
      timeoutMs: MINUTE_MS,
      refuses: ["conflict"],
      async handle({ params: { changeSetId }, caller, consent }) {
        const id = await undoChangeSet({
          author: authorOf(caller),
          id: changeSetId,
          onlyRest: consent.confirm === "*",
          requireScope: (scope) => requireScope(caller, scope),
        });
        return { data: await readChangeSet(id, sightOf(caller)) };
      },
    }),
  },
  "/v1/shelter": {
    GET: endpoint({
      operationId: "getShelter",
      summary: "Get what the shelter says about itself",
      scope: "pets:read",
      returns: Shelter,
      sends: ["ETag"],
      handle: () => readStoredShelter(),
    }),
    PUT: endpoint({
      operationId: "changeShelter",
      summary: "Replace what the shelter says about itself",
      scope: "admin",
      body: NewShelter,
      precondition: "optional",
      returns: Shelter,
      sends: ["ETag"],
      handle: ({ body, caller, ifMatch }) => changeShelter(actorOf(caller), body, ifMatch),
    }),
  },
  "/v1/mail": {
    GET: endpoint({
      operationId: "getMail",
      summary: "Get the state of sending mail",
      scope: "admin",
      returns: MailState,
      handle: async () => ({ data: await readMailState() }),
    }),
  },
  "/v1/mail/test": {
    POST: endpoint({
      operationId: "sendTestMail",
      summary: "Send a test e-mail to yourself",
      scope: "admin",
      body: EmptyObject,
      returns: TestMailSent,
      refuses: ["conflict"],
      handle: async ({ caller }) => ({ data: { to: await enqueueTestMail(actorOf(caller)) } }),
    }),
  },
};
