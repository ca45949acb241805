import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, afterEach, expect, test } from "vitest";
import { fetchDocumented } from "@/e2e/testing/document";
import { Launcher, temporaryFolder } from "@/e2e/testing/launcher";
import { parseJson } from "@/lib/http/json";
import { Pets } from "@/lib/pets/list/schema";
import { freePort } from "../port";
import { startPostgres } from "../postgres/postgres";

// Next.js without our server in front of it.
const launcher = new Launcher(temporaryFolder("next-mount"));
let child: ChildProcess | undefined;
afterEach(async () => {
  if (!child) return;
  const ended = once(child, "close");
  child.kill("SIGTERM");
  await ended;
});
afterAll(() => launcher.clean());

/** Starts a command of Next.js. Resolves with its origin when it is ready. */
async function startNext(command: string, environment: Record<string, string>): Promise<string> {
  const port = String(await freePort());
  const args = ["node_modules/next/dist/bin/next", command, "--hostname", "127.0.0.1", "--port", port];
  const { NODE_ENV: _mode, ...rest } = process.env;
  const started = spawn(process.execPath, args, {
    env: { ...rest, ...environment } as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = started;
  await new Promise<void>((resolve, reject) => {
    started.stdout.on("data", (text) => /Ready in/.test(String(text)) && resolve());
    started.on("close", (code) => reject(new Error(`next ${command} ended with ${code}`)));
  });
  return `http://127.0.0.1:${port}`;
}

test.each(["start", "dev"])("next %s alone serves the API", async (command) => {
  const { output } = await launcher.runToEnd(["keys", "create", "--name", "Next", "--json"]);
  const key = /pet_live_\w+/.exec(output)?.[0];
  const postgres = await startPostgres({ dataDir: launcher.dataDir });
  const origin = await startNext(command, { DATABASE_URL: postgres.url, AUTH_SECRET: "x".repeat(32) });
  const response = await fetchDocumented(`${origin}/v1/pets?limit=2`, { headers: { Authorization: `Bearer ${key}` } });
  expect(response.status).toBe(200);
  expect(Pets.parse(parseJson(await response.text()))).toEqual([]);
  expect(response.headers.get("x-ratelimit-limit")).toBe("60");
  expect(response.headers.get("link")).toBe(`<${origin}/v1/pets?limit=2>; rel="first"`);
  expect((await fetchDocumented(`${origin}/v1/pets`)).status).toBe(401);
});
