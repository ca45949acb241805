import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROUTES } from "@/app/v1/routes";
import type { Program } from "@/e2e/clients/program";
import { pool } from "@/lib/database/pool";
import { setConverter } from "@/lib/pets/photos/convert";
import { describeApi } from "@/lib/reference/document";
import { convertQuickly } from "../support/photo-suite";
import { plainPhoto } from "../support/photos";
import { moveClocks, newKey, suiteService } from "../support/service";

// Clients that are generated from the document fit the service, with the types that they have.
const service = suiteService();
const FOLDER = join(process.cwd(), "e2e/clients");
const MODULES = join(process.cwd(), "node_modules");

function run(program: string, ...args: string[]) {
  const env = { ...process.env, NODE_OPTIONS: `--import=${join(FOLDER, "typescript-6.mjs")}` };
  return promisify(execFile)(process.execPath, [join(MODULES, program), ...args], { cwd: FOLDER, env });
}

beforeAll(async () => {
  convertQuickly();
  await pool().query("INSERT INTO pets (name, category_id) SELECT 'Tom ' || n, 2 FROM generate_series(1, 250) AS n");
  rmSync(join(FOLDER, "generated"), { recursive: true, force: true });
  mkdirSync(join(FOLDER, "generated"));
  const [document, folder] = ["./generated/openapi.json", "./generated/hey-api"];
  writeFileSync(join(FOLDER, document), JSON.stringify(describeApi(ROUTES, service.origin, "keys")));
  await Promise.all([
    run("openapi-typescript/bin/cli.js", document, "-o", "generated/openapi-typescript.ts"),
    run("@hey-api/openapi-ts/bin/run.js", "-i", document, "-o", folder, "-c", "@hey-api/client-fetch"),
    run("orval/dist/bin/orval.mjs", "--config", "orval.config.mjs"),
  ]);
});
afterAll(() => {
  setConverter(null);
  rmSync(join(FOLDER, "generated"), { recursive: true });
});

test("programs with generated clients have correct types", async () => {
  const { stdout } = await run("typescript/lib/tsc.js", "-p", ".").catch((error) => error);
  expect(stdout).toBe("");
});

let waited = 0;
test.each(["openapi-typescript", "hey-api", "orval"])("a client by %s works", async (name) => {
  const program: { run: Program } = await import(/* @vite-ignore */ join(FOLDER, `${name}.ts`));
  const done = await program.run({
    ...{ url: `${service.origin}/v1`, key: service.key },
    hurriedKey: await newKey({ plan: "enterprise", perMinute: 1, perDay: 100 }),
    photo: new Blob([Uint8Array.from(await plainPhoto(8, 6).jpeg().toBuffer())], { type: "image/jpeg" }),
    wait: (seconds) => {
      waited += seconds * 1_000;
      moveClocks(waited);
    },
  });
  const toms = done.names.filter((one) => one.startsWith("Tom"));
  expect([toms.length, new Set(toms).size]).toEqual([250, 250]);
  expect(done).toMatchObject({ renamed: "Bea", stale: 412, photo: 201, orderStatus: "open", retried: 200 });
  expect(done.added[1]).toBe(done.added[0]);
});
