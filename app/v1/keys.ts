import { actorOf } from "@/lib/api/caller";
import { ADMIN, endpoint, type Routes } from "@/lib/api/endpoint";
import type { Transaction } from "@/lib/database/transaction";
import type { ErrorCode } from "@/lib/http/errors";
import { PageQuery } from "@/lib/http/paging";
import { toDetail, toSummary } from "@/lib/keys/response";
import { KeyChange, KeyDetail, KeyParams, KeySecret, KeySummaries, NewKey, Rotation } from "@/lib/keys/schema";
import { endEarlierSecrets, rotateKey } from "@/lib/keys/secret-store";
import { changeKey, createKey, getKey, listKeys, lockKey, revokeKey, unbanKey } from "@/lib/keys/store";
import { flushUsage } from "@/lib/keys/usage-store";
import { EmptyObject } from "@/lib/values/schemas";

const ONE_KEY = {
  params: KeyParams,
  precondition: "optional",
  lock: (tx: Transaction, { params: { keyId } }: { params: { keyId: string } }) => lockKey(tx, keyId),
  sends: ["ETag"],
} as const;

async function answerWith(keyId: string) {
  const key = await getKey(keyId);
  return { data: await toDetail(key), etag: BigInt(key.version) };
}

const keyAction = (
  perform: (actor: ReturnType<typeof actorOf>, keyId: string) => Promise<unknown>,
  spec: { operationId: string; summary: string; description: string; refuses?: readonly ErrorCode[] },
) =>
  endpoint({
    ...ADMIN,
    ...spec,
    ...ONE_KEY,
    body: EmptyObject,
    returns: KeyDetail,
    async handle({ params: { keyId }, caller }) {
      await perform(actorOf(caller), keyId);
      return answerWith(keyId);
    },
  });

export const KEYS: Routes = {
  "/v1/keys": {
    GET: endpoint({
      operationId: "listKeys",
      summary: "List API keys",
      description:
        "Lists all keys, newest first, also those that are revoked or have expired. Secrets are never shown.",
      ...ADMIN,
      query: PageQuery,
      returns: KeySummaries,
      sends: ["Link"],
      async handle({ query }) {
        const { entries, ...page } = await listKeys(query);
        return { data: entries.map(toSummary), page };
      },
    }),
    POST: endpoint({
      operationId: "createKey",
      summary: "Create an API key",
      description:
        "Creates a key and shows its secret, this once. Without `plan` it is `free`, and without `scopes` it may read and write animals: `pets:read` and `pets:write`.",
      ...ADMIN,
      body: NewKey,
      returns: KeySecret,
      status: 201,
      sends: ["Location", "ETag"],
      idempotent: "secret",
      async handle({ body, caller }) {
        const data = await createKey(actorOf(caller), body);
        return { data, location: `/v1/keys/${data.id}`, etag: 1n };
      },
    }),
  },
  "/v1/keys/[keyId]": {
    GET: endpoint({
      operationId: "getKey",
      summary: "Get an API key, with its use and bans",
      description:
        "Reads what a key may do, how it was used on the last 30 days, what is left of its limits now, and its bans.",
      ...ADMIN,
      params: KeyParams,
      returns: KeyDetail,
      sends: ["ETag"],
      async handle({ params: { keyId } }) {
        // The limits count each request at once, so the use has to include it, too.
        await flushUsage();
        return answerWith(keyId);
      },
    }),
    PATCH: endpoint({
      operationId: "changeKey",
      summary: "Change the name, the plan or the expiry of an API key",
      description: "Changes what it names, within a second. Its scopes never change. 409 when the key is revoked.",
      ...ADMIN,
      ...ONE_KEY,
      body: KeyChange,
      returns: KeyDetail,
      refuses: ["conflict"],
      async handle({ params: { keyId }, body, caller }) {
        await changeKey(actorOf(caller), keyId, body);
        return answerWith(keyId);
      },
    }),
  },
  "/v1/keys/[keyId]/rotate": {
    POST: endpoint({
      operationId: "rotateKey",
      summary: "Give an API key a new secret",
      description:
        "Makes a new secret, and shows it this once. The key keeps its id, plan and counts, and the earlier secrets, at most five, work until their time is over. A new secret that nobody has used counts as lost: rotating again replaces it. 409 when the key is revoked, or five earlier secrets still work.",
      ...ADMIN,
      ...ONE_KEY,
      body: Rotation,
      returns: KeySecret,
      refuses: ["conflict"],
      idempotent: "secret",
      async handle({ params: { keyId }, body: { graceHours }, caller }) {
        const data = await rotateKey(actorOf(caller), keyId, graceHours);
        return { data, etag: BigInt((await getKey(keyId)).version) };
      },
    }),
  },
  "/v1/keys/[keyId]/end-earlier": {
    POST: keyAction(endEarlierSecrets, {
      operationId: "endEarlierSecrets",
      summary: "End the earlier secrets of an API key",
      description:
        "Ends all secrets of a key but the present one at once, for example when one has leaked. Without earlier ones, it changes nothing.",
    }),
  },
  "/v1/keys/[keyId]/revoke": {
    POST: keyAction(revokeKey, {
      operationId: "revokeKey",
      summary: "Revoke an API key permanently",
      description: "Ends a key with all its secrets for ever, within a second. Revoking twice changes nothing.",
    }),
  },
  "/v1/keys/[keyId]/unban": {
    POST: keyAction(unbanKey, {
      operationId: "unbanKey",
      summary: "Lift the ban of an API key",
      description:
        "Lets a banned key in again. 409 when it is not banned, or one of its bans was lifted in the last day. A lifted ban still makes the next one longer.",
      refuses: ["conflict"],
    }),
  },
};
