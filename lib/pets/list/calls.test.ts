import { afterEach, expect, test, vi } from "vitest";
import { forgetToken } from "../../http/client";
import { fetchAllPets } from "./calls";

const MAX = 1_000;
const PAGE_SIZE = 100;
const PET = { name: "Bella", categoryId: 1, status: "available" };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  forgetToken();
});

/** Stubs the lists of a service with this many animals, which refuses some requests. Returns the requested paths. */
function stubListPages(animals: number, refuse: (request: number) => Response | undefined = () => undefined): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    if (path === "/browser-token") return Response.json({ token: "t", expiresAt: Date.now() + 1e9, isVisitor: false });
    asked.push(path);
    const refusal = refuse(asked.length);
    if (refusal) return refusal;
    const search = new URL(path, "http://pets.example").searchParams;
    const from = Number(search.get("cursor") ?? 0);
    const count = Math.min(Number(search.get("limit")), animals - from);
    const page = Array.from({ length: count }, (_, at) => ({ ...PET, id: from + at + 1 }));
    const isLast = from + count >= animals;
    const link = `<http://pets.example/v1/pets?cursor=${from + count}>; rel="next"`;
    return Response.json(page, { headers: isLast ? {} : { Link: link } });
  });
  return asked;
}

/** Resolves once the export waits. (`vi.waitFor` would move the fake clock.) */
async function waitBegun(): Promise<void> {
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
}

const readAll = (query = "") => fetchAllPets(new URLSearchParams(query), MAX);

test("reads all pages of the filter, and keeps their order", async () => {
  const asked = stubListPages(250);
  const { pets, isCut } = await readAll("status=available&q=pet");
  expect(isCut).toBe(false);
  expect(pets.map(({ id }) => Number(id))).toEqual(Array.from({ length: 250 }, (_, at) => at + 1));
  for (const path of asked) expect(path).toContain("status=available&q=pet");
});

test("reads at most so many animals, and says that there are more", async () => {
  const asked = stubListPages(MAX + 1);
  const { pets, isCut } = await readAll();
  expect([pets.length, isCut]).toEqual([MAX, true]);
  expect(asked).toHaveLength(MAX / PAGE_SIZE);
});

test.each([
  [{ "Retry-After": "7" }, 7],
  [{}, 30],
])("after a 429 with %o it waits %i seconds and asks again", async (headers, seconds) => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const asked = stubListPages(150, (request) =>
    request === 2 ? new Response("", { status: 429, headers }) : undefined,
  );
  const read = readAll();
  await waitBegun();
  await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect((await read).pets).toHaveLength(150);
  expect(asked[2]).toBe(asked[1]);
});

test("stops on any other refusal", async () => {
  stubListPages(150, () => new Response("", { status: 503 }));
  await expect(readAll()).rejects.toMatchObject({ code: "unavailable" });
});
