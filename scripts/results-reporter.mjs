// A reporter for Vitest and for Playwright that adds a line to RESULTS_FILE as each test ends, so that a run that is
// ended early keeps its results, and the reasons of those that failed.
import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * @param {boolean} passed
 * @param {string} file
 * @param {string} name
 * @param {string} reason
 */
function write(passed, file, name, reason = "") {
  const test = [relative(process.cwd(), file), name].filter(Boolean).join(" › ");
  const line = stripVTControlCharacters(passed || reason === "" ? test : `${test}: ${reason}`).replaceAll(/\s+/g, " ");
  appendFileSync(process.env.RESULTS_FILE ?? "", `${passed ? "passed" : "FAILED"} ${line}\n`);
}

export default class ResultsReporter {
  /**
   * Called by Vitest.
   * @param {import("vitest/node").TestCase} test
   */
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state !== "skipped") write(state === "passed", test.module.moduleId, test.fullName, errors?.[0]?.message);
  }

  /**
   * Called by Vitest. A file that could not be loaded has failed, although none of its tests has.
   * @param {import("vitest/node").TestModule} file
   */
  onTestModuleEnd(file) {
    const hasFailedTests = !file.children.allTests("failed").next().done;
    if (file.state() === "failed" && !hasFailedTests) write(false, file.moduleId, "", file.errors()[0]?.message);
  }

  /**
   * Called by Playwright.
   * @param {import("@playwright/test/reporter").TestCase} test
   * @param {import("@playwright/test/reporter").TestResult} result
   */
  onTestEnd(test, { error }) {
    const outcome = test.outcome();
    if (outcome !== "skipped") write(outcome === "expected", test.location.file, test.title, error?.message);
  }

  /**
   * Called by Playwright for what fails outside of tests.
   * @param {import("@playwright/test/reporter").TestError} error
   */
  onError({ message = "an error" }) {
    write(false, "Playwright", message);
  }
}
