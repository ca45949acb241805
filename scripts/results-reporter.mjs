// A reporter for Vitest and for Playwright that adds a line to RESULTS_FILE as each test ends, so that a run that is
// ended early keeps its results.
import { appendFileSync } from "node:fs";
import { relative } from "node:path";

/**
 * @param {boolean} passed
 * @param {string} file
 * @param {string[]} names
 */
function write(passed, file, ...names) {
  const test = [relative(process.cwd(), file), ...names].join(" › ").replaceAll("\n", " ");
  appendFileSync(process.env.RESULTS_FILE ?? "", `${passed ? "passed" : "FAILED"} ${test}\n`);
}

export default class ResultsReporter {
  /**
   * Called by Vitest.
   * @param {import("vitest/node").TestCase} test
   */
  onTestCaseResult(test) {
    const { state } = test.result();
    if (state !== "skipped") write(state === "passed", test.module.moduleId, test.fullName);
  }

  /**
   * Called by Vitest. A file that could not be loaded has failed, although none of its tests has.
   * @param {import("vitest/node").TestModule} file
   */
  onTestModuleEnd(file) {
    const hasFailedTests = !file.children.allTests("failed").next().done;
    if (file.state() === "failed" && !hasFailedTests) write(false, file.moduleId);
  }

  /**
   * Called by Playwright.
   * @param {import("@playwright/test/reporter").TestCase} test
   */
  onTestEnd(test) {
    const outcome = test.outcome();
    if (outcome !== "skipped") write(outcome === "expected", test.location.file, test.title);
  }

  /**
   * Called by Playwright for what fails outside of tests.
   * @param {import("@playwright/test/reporter").TestError} error
   */
  onError({ message = "an error" }) {
    write(false, "Playwright", message);
  }
}
