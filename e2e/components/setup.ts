import { afterEach, beforeAll, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { loadParts } from "@/components/ui/later";
import { endTest, worker } from "./network";
import "@/e2e/testing/kinds";
import "@/app/globals.css";
import "@/app/staff/staff.css";

// Before each file, which has a document of its own.

// As the scripts of a page do when they have arrived.
document.documentElement.dataset.ready = "";

const DESKTOP = [1280, 720] as const;

// As after the first touch of a page.
beforeAll(loadParts);

beforeAll(async () => {
  await worker.start({ quiet: true });
  return () => worker.stop();
});

afterEach(async () => {
  await cleanup();
  if (innerWidth !== DESKTOP[0]) await page.viewport(...DESKTOP);
  sessionStorage.clear();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.clearAllMocks();
  endTest();
});
