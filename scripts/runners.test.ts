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
  const args = ["run", "--root", folder, "--globals", "--pool=threads", "--maxWorkers=3"];
  return collectResults({
    name: "Vitest",
    script: bin("vitest"),
    args: [...args, "--no-color", `--reporter=${RESULTS_REPORTER}`],
    env: {},
  });
}

test("a run that is ended names the tests that had failed until then, and why; skipped ones are not counted", async () => {
  const results = await run(
    `import { readFileSync } from "node:fs";
    test("fails", () => expect(1).toBe(2));
    test("never ends", async () => {
      const count = () => readFileSync(process.env.RESULTS_FILE, "utf8").match(/^(passed|FAILED) /gm)?.length;
      await vi.waitUntil(() => count() === 3, 60_000);
      process.kill(process.pid, "SIGKILL");
      await new Promise(() => {});
    }, 90_000);`,
    `throw new Error("broken");`,
    `test("works", () => {}); test.skip("later", () => {});`,
  );
  const failed = (name: string) => expect.stringMatching(new RegExp(`${name}$`));
  expect({ ...results, failures: results.failures.toSorted() }).toEqual({
    passed: 1,
    failures: [
      failed("0\\.test\\.js › fails: expected 1 to be 2 .*"),
      failed("1\\.test\\.js: broken"),
      "Vitest was ended before all tests had run",
    ],
  });
});
