import * as z from "zod/mini";
import { requireScope } from "@/lib/api/authorise";
import { actorOf, authorOf, sightOf } from "@/lib/api/caller";
import { endpoint, type Routes } from "@/lib/api/endpoint";
import { listChanges, readChangeSet } from "@/lib/audit/change-store";
import { ListChangesQuery, ListSignInsQuery } from "@/lib/audit/list-query";
import { ChangeSet, ChangeSetParams, ChangeSets, SignIns } from "@/lib/audit/schema";
import { listSignIns } from "@/lib/audit/sign-in-store";
import { undoChangeSet } from "@/lib/audit/undo-store";
import { MailState, TestMailSent } from "@/lib/mail/schema";
import { enqueueTestMail, readMailState } from "@/lib/mail/store";
import { Overview } from "@/lib/overview/schema";
import { readOverview } from "@/lib/overview/store";
import { readFeed } from "@/lib/pets/changes/feed-store";
import { PetFeed } from "@/lib/pets/changes/history-schema";
import { NewShelter, Shelter } from "@/lib/shelter/schema";
import { changeShelter, lockShelter, readStoredShelter } from "@/lib/shelter/store";
import { EmptyObject } from "@/lib/values/schemas";
import { MINUTE_MS } from "@/lib/values/time";

export const SHELTER: Routes = {
  "/v1/overview": {
    GET: endpoint({
      operationId: "getOverview",
      summary: "Get an overview of open tasks, arrivals and adoptions",
      description:
        "Counts what is to be done and how the shelter fares. Each count stops at 1,000 and then has `more: true`; figures about animals may be 10 seconds old.",
      scope: "applications:read",
      returns: Overview,
      handle: async () => ({ data: await readOverview() }),
    }),
  },
  "/v1/sign-ins": {
    GET: endpoint({
      operationId: "listSignIns",
      summary: "List who signed in and out",
      description:
        "Lists sign-ins, newest first. Entries are deleted after the days that the service sets in `AUDIT_DAYS`.",
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
      description:
        "With `after`, it is a feed for [keeping a copy](/docs/copy) of the animals: what changed for visitors, the oldest first. Nothing is missed or repeated, whoever writes at the same time, and `[]` means that nothing has changed since. Without `after`, it lists what each command changed, newest first; that needs `admin`, because it names people.",
      scope: "history:read",
      query: ListChangesQuery,
      returns: z.union([ChangeSets, PetFeed]),
      maySend: ["Link"],
      async handle({ query: { after, ...query }, caller }) {
        if (after) return { data: await readFeed(after, query.limit, sightOf(caller)) };
        requireScope(caller, "admin", "Only admins see who changed what: after is required");
        return listChanges(query);
      },
    }),
  },
  "/v1/changes/[changeSetId]/undo": {
    POST: endpoint({
      operationId: "undoChangeSet",
      summary: "Undo everything that a command changed",
      description:
        "Gives everything that a command changed its earlier value back, as a new change set, which can be undone, too: a removed animal returns under its id, an added one is removed, an order that was placed is `cancelled`. 409 when one of the values was changed since, when an e-mail has told an applicant about it, and for what can never be undone: withdrawals, recorded adopters, deletions, and most settings. It needs the scopes of the command, which are not always `pets:write`: `orders:write` for a step of an order, `care:write` for care. With `Confirm: *`, animals that were changed since stay as they are and the rest is undone.",
      // Or that of the command.
      scope: "pets:write",
      orScopes: ["orders:write", "care:write"],
      params: ChangeSetParams,
      returns: ChangeSet,
      // An import of 10,000 animals takes a while.
      timeoutMs: MINUTE_MS,
      confirms: "keep",
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
      description:
        "Reads what the shelter tells visitors about itself, such as its address and the currency of adoption fees.",
      scope: "pets:read",
      returns: Shelter,
      sends: ["ETag"],
      handle: () => readStoredShelter(),
    }),
    PUT: endpoint({
      operationId: "changeShelter",
      summary: "Replace what the shelter says about itself",
      description: "Replaces all of it: what is left out becomes null. Pages and e-mails show it within two seconds.",
      scope: "admin",
      body: NewShelter,
      precondition: "optional",
      lock: lockShelter,
      returns: Shelter,
      sends: ["ETag"],
      handle: ({ body, caller }) => changeShelter(actorOf(caller), body),
    }),
  },
  "/v1/mail": {
    GET: endpoint({
      operationId: "getMail",
      summary: "Get the state of sending mail",
      description: "Says whether e-mails are sent, how many wait, and why the last one failed.",
      scope: "admin",
      returns: MailState,
      handle: async () => ({ data: await readMailState() }),
    }),
  },
  "/v1/mail/test": {
    POST: endpoint({
      operationId: "sendTestMail",
      summary: "Send a test e-mail to yourself",
      description:
        "Sends the caller a test e-mail like any other. While one is waiting, no second one is written. 409 when the service sends no mail.",
      scope: "admin",
      body: EmptyObject,
      returns: TestMailSent,
      refuses: ["conflict"],
      handle: async ({ caller }) => ({ data: { to: await enqueueTestMail(actorOf(caller)) } }),
    }),
  },
};
