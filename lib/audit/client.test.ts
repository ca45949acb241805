import { beforeEach, expect, test, vi } from "vitest";
import { fetchAudit, fetchChanges } from "./calls";
import { fetchLists, type ListsProgress, STARTS } from "./client";

vi.mock("./calls");

const at = (minute: number) => ({ at: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString() });
/** The minutes of the changes of each list, newest first, in pages of three. */
const LISTS: Readonly<Record<string, readonly number[]>> = {
  settings: [59, 20, 1],
  all: [58, 57, 56, 55, 54, 53, 52, 2],
  additions: [40, 30, 29, 28, 5],
};

/** Returns the page of a list at a cursor, which is a place in it. */
function pageOf(about: string, cursor: string) {
  const start = Number(cursor);
  const entries = (LISTS[about] ?? [])
    .slice(start, start + 3)
    .map((minute) => ({ ...at(minute), action: "changed", changes: {} }));
  return {
    entries,
    sets: entries,
    next: start + 3 < (LISTS[about]?.length ?? 0) ? String(start + 3) : null,
    prev: null,
  };
}

const ALL = { days: undefined, who: undefined, petId: undefined, actor: undefined };

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(fetchAudit).mockImplementation(async (_filter, cursor) => pageOf("settings", cursor) as never);
  vi.mocked(fetchChanges).mockImplementation(async (about, _filter, cursor) => pageOf(about, cursor) as never);
});

test("page by page, all changes are listed once, newest first", async () => {
  const { signal } = new AbortController();
  const listed: number[] = [];
  let pages = 0;
  for (let next: ListsProgress | null = STARTS.all; next !== null && pages < 20; pages++) {
    const page = await fetchLists(next, ALL, signal);
    listed.push(...page.changes.map(({ entry }) => new Date(entry.at).getUTCMinutes()));
    next = page.next;
  }
  expect(listed).toEqual(
    Object.values(LISTS)
      .flat()
      .sort((a, b) => b - a),
  );
  expect(pages).toBeLessThan(6);
  // No page is read twice.
  expect(
    vi
      .mocked(fetchChanges)
      .mock.calls.map(([about, , cursor]) => `${about} ${cursor}`)
      .sort(),
  ).toEqual(["additions ", "additions 3", "all ", "all 3", "all 6"]);
});
