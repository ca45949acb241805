import "server-only";
import { Recent } from "../concurrency/recent";
import { contentVersion } from "../content-version";
import { perDatabase } from "../database/per-database";
import { SECOND_MS } from "../values/time";
import { type AboutAnimals, readAnimals } from "./animals-store";
import { countCurrent } from "./current-store";
import type { Overview } from "./schema";

/** How long the part about animals is cached, in milliseconds. A change of an animal by this process clears it. */
const FRESH_MS = 10 * SECOND_MS;

/**
 * Reads the overview. Every count is bounded, so the cost does not depend on how many animals and applications there
 * are. The part about animals may be ten seconds old.
 */
export async function readOverview(): Promise<Overview> {
  const [animals, current] = await Promise.all([recallAnimals(), countCurrent()]);
  return { ...animals, ...current };
}

function recallAnimals(): Promise<AboutAnimals> {
  return perDatabase("overview.animals", () => new Recent(readAnimals, FRESH_MS, contentVersion)).get();
}
