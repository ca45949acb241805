import { beforeAll, expect, test } from "vitest";
import { NoBody } from "../bodies";
import { parseEnv } from "../env";
import type { Incoming } from "../http/message";
import { setSettings } from "../settings";
import { actorOf, authorOf } from "./actor";
import { mintBrowserToken, VISITOR, VISITOR_SCOPES } from "./browser-token";
import { endpoint, route } from "./endpoint";

beforeAll(() => setSettings(parseEnv({ AUTH_SECRET: "0".repeat(64) })));

/** A visitor's request. */
function request(method: string, headers: Record<string, string> = {}): Incoming {
  const { token } = mintBrowserToken({ sub: VISITOR, scopes: VISITOR_SCOPES });
  const all: Record<string, string> = { authorization: `Bearer ${token}`, ...headers };
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

/** The headers of a response by their names in lower case. */
const headersOf = ({ headers }: { headers: string[] }) =>
  Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1]]] : [])));

const { DELETE } = route({
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
});

test("204 has no body and no headers about one, and the version becomes the ETag", async () => {
  const response = await DELETE.process(request("DELETE", { "if-match": '"7"' }), {});
  expect(response).toMatchObject({ status: 204, body: null });
  const headers = headersOf(response);
  expect(headers).toMatchObject({ etag: '"7"', "access-control-allow-origin": "*" });
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^content-(type|length)$/)]));
});

test("a required If-Match that is missing is 428", async () => {
  const { status, body } = await DELETE.process(request("DELETE"), {});
  expect(status).toBe(428);
  expect(JSON.parse(body ?? "")).toMatchObject({ code: "precondition_required", status: 428 });
});

test("keys and people can be authors of changes, but only people can be actors of admins' changes", () => {
  const person = { kind: "person", id: "p", session: "s", scopes: [] } as const;
  expect(authorOf(person)).toEqual({ kind: "person", id: "p" });
  expect(actorOf(person)).toEqual({ kind: "admin", personId: "p" });
  for (const caller of [{ kind: "visitor", scopes: [] } as const, { kind: "stranger", reason: "missing" } as const]) {
    expect(() => authorOf(caller)).toThrow(TypeError);
    expect(() => actorOf(caller)).toThrow(TypeError);
  }
});
