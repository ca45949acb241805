import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { collectResults, RESULTS_REPORTER } from "./runners.mjs";
import { bin } from "./setup.mjs";

const folder = mkdtempSync(join(tmpdir(), "pets-runners-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs test files in a Vitest of their own. */
function run(...files: string[]) {
  for (const [at, code] of files.entries()) writeFileSync(join(folder, `${at}.test.js`), code);
  const args = ["run", "--root", folder, "--globals", "--pool=threads", "--no-color", `--reporter=${RESULTS_REPORTER}`];
  return collectResults({ name: "Vitest", script: bin("vitest"), args, env: {} });
}
const failed = (name: string) => expect.stringMatching(new RegExp(`0\\.test\\.js${name}$`));

test("a run that is ended names the tests that had failed until then, and why", async () => {
  const results = await run(`import { readFileSync } from "node:fs";
    test("works", () => {});
    test("fails", () => expect(1).toBe(2));
    test("never ends", async () => {
      await vi.waitUntil(() => readFileSync(process.env.RESULTS_FILE, "utf8").includes("FAILED"), 20_000);
      process.kill(process.pid, "SIGKILL");
      await new Promise(() => {});
    }, 30_000);`);
  expect(results).toEqual({
    passed: 1,
    failures: [failed(" › fails: expected 1 to be 2 .*"), "Vitest was ended before all tests had run"],
  });
});

test("a file that cannot be loaded has failed, and a skipped test is not counted", async () => {
  const results = await run(`throw new Error("broken");`, `test("works", () => {}); test.skip("later", () => {});`);
  expect(results).toEqual({ passed: 1, failures: [failed(": broken")] });
});
