import { randomBytes } from "node:crypto";
import { type IncomingHttpHeaders, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { setClock } from "@/lib/clock";
import { closeDb, pool } from "@/lib/db";
import { resetEnv } from "@/lib/env";
import { type Json, parseJson } from "@/lib/http/json";
import { NewKey } from "@/lib/keys/schema";
import { createKey } from "@/lib/keys/store";
import type { Scope } from "@/lib/scopes";
import { createHttpServer } from "@/server/http";

/** An answer as it came over the wire. */
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; json: Json };

/** A call: the bearer credential (the suite's own key when absent, none when null), more headers, and the body. */
export type Call = { key?: string | null; headers?: Record<string, string>; body?: string | Uint8Array };

/** The service of one suite: real HTTP, its own database. */
export type Service = {
  /** `http://127.0.0.1:port` */
  origin: string;
  /** A key with every scope. */
  key: string;
  /** Sends `METHOD /path`, exactly as written. */
  call(target: string, call?: Call): Promise<Answer>;
  /** How many animals are stored. */
  count(): Promise<number>;
};

/** Gives the suite a service: started before its first test, stopped after its last. */
export function suiteService({ databaseUrl = (url: string) => url } = {}): Service {
  const service = {} as Service;
  let stop = async () => {};
  beforeAll(async () => {
    process.env.AUTH_SECRET = randomBytes(32).toString("hex");
    process.env.DATABASE_URL = databaseUrl(await createDatabase());
    resetEnv();
    const server = createHttpServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    stop = async () => {
      setClock(null);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await closeDb();
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

/** Makes a key with these scopes, every one when absent. */
export async function newKey({ scopes, expiresAt }: { scopes?: Scope[]; expiresAt?: Date } = {}): Promise<string> {
  const input = { name: "test", ...(scopes && { scopes }), ...(expiresAt && { expiresAt }) };
  return (await createKey(NewKey.parse(input))).key;
}

async function createDatabase(): Promise<string> {
  const template = new URL(inject("templateUrl"));
  const own = new URL(template);
  own.pathname = `/suite_${randomBytes(8).toString("hex")}`;
  const admin = new URL(template);
  admin.pathname = "/postgres";
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  await client.query(`CREATE DATABASE ${own.pathname.slice(1)} TEMPLATE ${template.pathname.slice(1)}`);
  await client.end();
  return own.href;
}

function send(port: number, target: string, { key, headers = {}, body }: Call): Promise<Answer> {
  const [method = "", path = ""] = target.split(" ", 2);
  const all: Record<string, string> = {
    ...(key === null || key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    // Node.js leaves the length out where a body is unusual, as with GET.
    ...(body === undefined || headers["transfer-encoding"]
      ? {}
      : { "content-length": String(Buffer.byteLength(body)) }),
    ...headers,
  };
  // An empty header stands for none at all.
  const present = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ""));
  return new Promise((resolve, reject) => {
    const request = sendRequest({ host: "127.0.0.1", port, method, path, headers: present }, (response) => {
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
    // A refused body is not read to its end: what matters is the answer, and without one this rejects.
    request.on("error", reject);
    request.end(body);
  });
}
