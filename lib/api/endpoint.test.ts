import { readFileSync } from "node:fs";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import type { Incoming } from "../http/message";
import { setClock } from "../process/clock";
import { parseEnv } from "../process/env";
import { setSettings } from "../process/settings";
import { NoBody } from "../values/schemas";
import { mintBrowserToken, VISITOR, VISITOR_SCOPES } from "./browser-token";
import { actorOf, authorOf } from "./caller";
import { endpoint, router } from "./endpoint";

beforeAll(() => setSettings(parseEnv({ AUTH_SECRET: "0".repeat(64), STRANGER_LIMIT: "5,1000" })));

function bearer(scopes = VISITOR_SCOPES): string {
  return `Bearer ${mintBrowserToken({ sub: VISITOR, scopes }).token}`;
}

function request(method: string, headers: Record<string, string> = {}): Incoming {
  const all: Record<string, string> = { authorization: bearer(), ...headers };
  const header = (name: string) => all[name] ?? null;
  return {
    method,
    host: "x",
    path: "/v1/x",
    search: "",
    address: "::1",
    header,
    read: async () => new Uint8Array(),
    readParts: async () => [],
  };
}

const headersOf = ({ headers }: { headers: string[] }) =>
  Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1]]] : [])));

const answer = router({
  "/v1/x": {
    DELETE: endpoint({
      operationId: "deleteExample",
      summary: "Deletes an example",
      scope: "pets:read",
      precondition: "required",
      returns: NoBody,
      status: 204,
      sends: ["ETag"],
      handle: async ({ ifMatch }) => ({ data: undefined, etag: Array.isArray(ifMatch) ? (ifMatch[0] ?? 0n) : 0n }),
    }),
  },
});

test("204 has no body and no headers about one, and the version becomes the ETag", async () => {
  const response = await answer(request("DELETE", { "if-match": '"7"' }));
  expect(response).toMatchObject({ status: 204, body: null });
  const headers = headersOf(response);
  expect(headers).toMatchObject({ etag: '"7"', "access-control-allow-origin": "*" });
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^content-(type|length)$/)]));
});

test("a required If-Match that is missing is 428", async () => {
  const { status, body } = await answer(request("DELETE"));
  expect(status).toBe(428);
  expect(JSON.parse(body ?? "")).toMatchObject({ code: "precondition_required", status: 428 });
});

const STRICT = {
  operationId: "changeExample",
  summary: "Changes an example",
  scope: "pets:read",
  params: z.object({ id: z.literal("1", "No such example") }),
  query: z.object({ limit: z.optional(z.literal("1", "must be 1")) }),
  body: z.strictObject({ name: z.string("must be a string") }),
  bodyBytes: 20,
  precondition: "required",
  returns: NoBody,
  status: 204,
  handle: async () => ({ data: undefined }),
} as const;

test("of several mistakes, the first in the order of docs/contract.md is reported", async () => {
  const at = Date.now();
  setClock(() => at);
  onTestFinished(() => setClock(null));
  const deprecated = { since: new Date(0), sunset: new Date(at), documentation: "/docs", successor: "/v1/y" };
  const process = router({
    "/v1/[id]": { PUT: endpoint(STRICT) },
    "/v1/removed/[id]": { PUT: endpoint({ ...STRICT, deprecated }) },
  });

  const headers: Record<string, string> = { "content-type": "text/plain", "idempotency-key": "k", "if-match": "7" };
  const sent = {
    method: "POST",
    host: "no host",
    address: "192.0.2.1",
    path: "/v1/nothing/at/all",
    search: "limit=2",
    body: `{"name":7,"more":"${"x".repeat(20)}"}`,
  };
  const read = async (maxBytes: number) => (sent.body.length > maxBytes ? null : Buffer.from(sent.body));
  const send = () => process({ ...request(sent.method), ...sent, header: (name) => headers[name] ?? null, read });

  const mistakes: [message: RegExp, repair: () => unknown][] = [
    [/Host/, () => (sent.host = "x")],
    [/rate limit/, () => (sent.address = "192.0.2.2")],
    [/nothing at this path/, () => (sent.path = "/v1/removed/2")],
    [/not allowed here/, () => (sent.method = "PUT")],
    [/operation was removed/, () => (sent.path = "/v1/2")],
    [/valid API key/, () => (headers.authorization = bearer([]))],
    [/permission/, () => (headers.authorization = bearer())],
    [/No such example/, () => (sent.path = "/v1/1")],
    [/limit must be 1/, () => (sent.search = "")],
    [/Content-Type/, () => (headers["content-type"] = "application/json")],
    [/at most 20 bytes/, () => (sent.body = '{"name":7}')],
    [/name must be a string/, () => (sent.body = '{"name":"x"}')],
    [/Idempotency-Key/, () => delete headers["idempotency-key"]],
    [/If-Match must be/, () => delete headers["if-match"]],
    [/If-Match is required/, () => (headers["if-match"] = "*")],
  ];
  for (let count = 0; count < 5; count++) await send();
  const statuses: number[] = [];
  for (const [message, repair] of mistakes) {
    const { status, body } = await send();
    expect(JSON.parse(body ?? "")).toMatchObject({ status, message: expect.stringMatching(message) });
    statuses.push(status);
    repair();
  }
  expect(statuses).toEqual(orderInContract());
  expect((await send()).status).toBe(204);
});

/** Returns the statuses of the checks, in the order of docs/contract.md, up to what depends on stored data. */
function orderInContract(): number[] {
  const contract = readFileSync("docs/contract.md", "utf8");
  const [, order = ""] = /first failed check wins, in this order:(.*?)and last what/s.exec(contract) ?? [];
  return (order.match(/\b\d{3}\b/g) ?? []).map(Number);
}

test("keys and people can be authors of changes, but only people can be actors of admins' changes", () => {
  const person = { kind: "person", id: "p", session: "s", scopes: [] } as const;
  expect(authorOf(person)).toEqual({ kind: "person", id: "p" });
  expect(actorOf(person)).toEqual({ kind: "admin", personId: "p" });
  for (const caller of [{ kind: "visitor", scopes: [] } as const, { kind: "stranger", reason: "missing" } as const]) {
    expect(() => authorOf(caller)).toThrow(TypeError);
    expect(() => actorOf(caller)).toThrow(TypeError);
  }
});
