import { randomBytes, randomUUID } from "node:crypto";
import { type IncomingHttpHeaders, type Server, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { hashPassword } from "better-auth/crypto";
import next from "next";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import type * as z from "zod/mini";
import { requireDocumented } from "@/e2e/testing/document";
import { mintBrowserToken, personScopes } from "@/lib/api/browser-token";
import { OPERATOR } from "@/lib/audit/store";
import { closeDb, db } from "@/lib/database/client";
import { pool } from "@/lib/database/pool";
import { type Json, parseJson } from "@/lib/http/json";
import { NewKey } from "@/lib/keys/schema";
import { createKey } from "@/lib/keys/store";
import { flushUsage } from "@/lib/keys/usage-store";
import { closeLimiter } from "@/lib/limits/limiter";
import type { Role } from "@/lib/people/schema";
import { setClock } from "@/lib/process/clock";
import { parseEnv } from "@/lib/process/env";
import { setSettings } from "@/lib/process/settings";
import { forgetSingletons } from "@/lib/process/singleton";
import { SCOPES } from "@/lib/scopes";
import { createHttpServer } from "@/server/http/server";
import type { PageHandler } from "@/server/pages/page-cache";
import { recordExchange } from "./exchanges";

/** An answer as it was received. */
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; json: Json };

/** A call: the bearer credential (by default the suite's key; null for none), further headers, and the body. */
export type Call = {
  key?: string | null;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** The name under which component tests replay this exchange. */
  record?: string;
};

/** The service of a suite: real HTTP, and its own database. */
export type Service = {
  /** `http://127.0.0.1:port` */
  origin: string;
  /** A key with every scope. */
  key: string;
  /**
   * Sends `METHOD /path`, exactly as written.
   * @throws Error when the answer is not as the OpenAPI document describes it
   */
  call(target: string, call?: Call): Promise<Answer>;
  /** How many animals are stored. */
  count(): Promise<number>;
};

/** Gives a suite its service, which is started before its first test and stopped after its last. */
export function suiteService({
  databaseUrl = (url: string) => url,
  /** The limits of strangers, visitors and staff. Generous, unless the suite is about them. */
  limits = "100000,1000000",
  environment = {} as Record<string, string>,
  /** Serves everything but the API. */
  pages = undefined as PageHandler | undefined,
} = {}): Service {
  const service = {} as Service;
  // The next suite uses the same process.
  const forgetSettings = () => {
    forgetSingletons("auth");
    setSettings(null);
  };
  let stop = async () => forgetSettings();
  beforeAll(async () => {
    setSettings(
      parseEnv({
        STRANGER_LIMIT: limits,
        VISITOR_LIMIT: limits,
        STAFF_LIMIT: limits,
        AUTH_SECRET: randomBytes(32).toString("hex"),
        DATABASE_URL: databaseUrl(await createDatabase()),
        ...environment,
      }),
    );
    // Between two suites, what runs in the background may have opened connections to no database of theirs.
    await closeDb();
    const { port, close } = await listen(createHttpServer(pages && { next: pages }));
    stop = async () => {
      setClock(null);
      await close();
      await closeLimiter();
      await flushUsage();
      await closeDb();
      forgetSettings();
    };
    const key = await newKey();
    Object.assign(service, {
      origin: `http://127.0.0.1:${port}`,
      key,
      call: (target: string, call: Call = {}) => send(port, target, { key, ...call }),
      count: async () => Number((await pool().query("SELECT count(*) FROM pets")).rows[0].count),
    } satisfies Service);
  });
  afterAll(() => stop());
  return service;
}

/** Mounts the API of a suite with Next.js, too, on the same data, while the suite runs. */
export function alsoOnNext(service: Service): Pick<Service, "call"> {
  const other = {} as Pick<Service, "call">;
  beforeAll(async () => {
    const { port, close } = await listenWithNext();
    other.call = (target, call = {}) => send(port, target, { key: service.key, ...call });
    return close;
  });
  return other;
}

/** The API as Next.js mounts it, from the built pages. */
async function listenWithNext(): Promise<Listening> {
  const app = next({ dev: false, dir: process.cwd() });
  await app.prepare();
  const { port, close } = await listen(createHttpServer({ next: app.getRequestHandler(), dev: true }));
  return { port, close: () => close().then(() => app.close()) };
}

/** A server that listens. `close` also closes its connections immediately. */
type Listening = { port: number; close(): Promise<void> };

async function listen(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
  };
  return { port, close };
}

/** Creates a key. By default it has every scope, and limits that no test reaches. */
export async function newKey(more: Partial<z.input<typeof NewKey>> = {}): Promise<string> {
  return (await newKeyWithId(more)).key;
}

/** Creates a key like `newKey`, but also returns the id. */
export async function newKeyWithId(more: Partial<z.input<typeof NewKey>> = {}): Promise<{ id: string; key: string }> {
  const generous = more.plan ? {} : ({ plan: "enterprise", perMinute: 1_000_000, perDay: 1_000_000 } as const);
  return createKey(OPERATOR, NewKey.parse({ name: "test", scopes: [...SCOPES], ...generous, ...more }));
}

/** A signed-in person; `token` is that of their browser. */
export type SignedInPerson = { id: string; email: string; session: string; token: string };

/** Adds a person with a password and signs them in. To sign in with the password, use `addStaff`. */
export async function newPerson(role: Role = "staff", name = randomBytes(6).toString("hex")): Promise<SignedInPerson> {
  const [id, email, session] = [randomUUID(), `${name.toLowerCase()}@shelter.example`, randomUUID()];
  const password = await hashPassword(randomUUID());
  const account = { id: randomUUID(), accountId: id, providerId: "credential", password };
  await db().user.create({ data: { id, email, name, role, emailVerified: true, accounts: { create: account } } });
  // Far away, because the clocks of these tests jump.
  const [createdAt, expiresAt] = [new Date("2100-01-01"), new Date("2100-01-01")];
  await db().session.create({ data: { id: session, token: randomUUID(), userId: id, createdAt, expiresAt } });
  return { id, email, session, token: personToken({ id, session }, role) };
}

/** Returns a new token for the browser of a signed-in person. */
export function personToken({ id, session }: Pick<SignedInPerson, "id" | "session">, role: Role = "staff"): string {
  return mintBrowserToken({ sub: id, session, scopes: personScopes(role) }).token;
}

/** Executes a statement that the service itself may not: as the owner of the suite's database. */
export async function asOwner(sql: string): Promise<void> {
  const url = new URL(inject("templateUrl"));
  url.pathname = (await pool().query("SELECT current_database() AS name")).rows[0].name;
  await execute(url.href, sql);
}

/** Creates the database of a suite. Returns its URL for the service's role. */
async function createDatabase(): Promise<string> {
  const template = new URL(inject("templateUrl"));
  const name = `suite_${randomBytes(8).toString("hex")}`;
  const admin = Object.assign(new URL(template), { pathname: "/postgres" });
  await execute(admin.href, `CREATE DATABASE ${name} TEMPLATE ${template.pathname.slice(1)}`);
  return Object.assign(new URL(inject("serviceUrl")), { pathname: `/${name}` }).href;
}

async function execute(url: string, sql: string): Promise<void> {
  // Works even in a database that a suite has made read-only.
  const client = new pg.Client({ connectionString: url, options: "-c default_transaction_read_only=off" });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Sends a call. Every answer has to be as the OpenAPI document describes it. */
async function send(port: number, target: string, call: Call): Promise<Answer> {
  const answer = await exchange(port, target, call);
  requireDocumented(target, answer);
  if (call.record) await recordExchange(call.record, target, call, answer);
  return answer;
}

function exchange(port: number, target: string, { key, headers = {}, body }: Call): Promise<Answer> {
  const [method = "", path = ""] = target.split(" ", 2);
  const all: Record<string, string> = {
    ...(key === null || key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    // Node.js sends no length for methods that rarely have a body, such as GET.
    ...(body === undefined || headers["transfer-encoding"]
      ? {}
      : { "content-length": String(Buffer.byteLength(body)) }),
    ...headers,
  };
  // An empty header is not sent.
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
  return new Promise((resolve, reject) => {
    const request = sendRequest({ host: "127.0.0.1", port, method, path, headers: given }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = response.headers["content-type"] === "application/json" && text !== "";
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: isJson ? parseJson(text) : null,
        });
      });
    });
    // A refused body is not read to its end. What matters is the response; without one, this rejects.
    request.on("error", reject);
    // After the response, the connection may be closed while the rest of a refused body is sent.
    request.on("socket", (socket) => socket.listeners("error").includes(ignore) || socket.on("error", ignore));
    request.end(body);
  });
}

function ignore(): void {}

/** Moves both clocks forward, in milliseconds. They keep running from there until `setClock(null)`. */
export function moveClocks(ms: number): void {
  setClock(
    () => Date.now() + ms,
    () => performance.now() + ms,
  );
}
