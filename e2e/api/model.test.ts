import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { addressSubject } from "@/lib/applications/limits";
import { db } from "@/lib/database/client";
import { setConverter } from "@/lib/pets/photos/convert";
import { MAX_PHOTOS } from "@/lib/pets/photos/schema";
import { PET_STATUSES } from "@/lib/pets/status";
import { now } from "@/lib/process/clock";
import { HOUR_MS } from "@/lib/values/time";
import { linkOf } from "./support/answers";
import { LIMIT, USUAL } from "./support/model/applications";
import { Caller } from "./support/model/caller";
import { command, commandOfOne } from "./support/model/commands";
import type { Explained } from "./support/model/explain";
import { addressOf, Order, Pet } from "./support/model/requests";
import type { State } from "./support/model/state";
import { type Known, World } from "./support/model/world";
import { convertOnce } from "./support/photo-suite";
import { type Answer, asOwner, newKey, newPerson, type SignedInPerson, suiteService } from "./support/service";

// Everything that can be done with animals, their photos, orders and applications, in random sequences, against a
// simple model. A failure prints its seed and its path: SEED=123 SEED_PATH=4:0 repeats the commands.
const { SEED, SEED_PATH } = process.env;
const again = { ...(SEED && { seed: Number(SEED) }), ...(SEED_PATH && { path: SEED_PATH }) };
const CALLERS = 4;

const service = suiteService({ environment: { TRUSTED_PROXIES: "1" } });

// The pictures do not matter here, so a photo is converted once.
let picture: { hash: Uint8Array<ArrayBuffer>; width: number; height: number };
let staff: SignedInPerson;
beforeAll(async () => {
  staff = await newPerson();
  picture = await convertOnce();
});
afterAll(() => setConverter(null));

/** Brings an animal near limits: it has all the photos it may have, and so many visitors have applied for it. */
const nearLimits = (counted: number) => async (petId: bigint) => {
  const rows = Array.from({ length: MAX_PHOTOS }, (_, position) => ({ petId, position, alt: "", ...picture }));
  const photos = await db().photo.createManyAndReturn({ data: rows, select: { id: true, alt: true } });
  const window = { subject: addressSubject(addressOf(petId)), count: counted, until: new Date(now() + HOUR_MS) };
  await db().windowCount.create({ data: window });
  return { photos: photos.toSorted((one, other) => Number(one.id - other.id)), counted };
};

const ORDERS = "/v1/store/orders";
/** Where each list begins, and which animals belong to a list of animals. */
const LISTS: Readonly<Record<string, { path: string; has?: (state: State) => boolean }>> = {
  orders: { path: `${ORDERS}?limit=3` },
  all: { path: "/v1/pets?limit=2", has: () => true },
  ada: { path: "/v1/pets?limit=2&q=ada", has: ({ fields }) => fields.name === "Ada" },
  female: { path: "/v1/pets?limit=2&sex=female", has: ({ profile }) => profile.sex === "female" },
  bare: { path: "/v1/pets?limit=2&lacks=photo", has: ({ photos }) => photos.length === 0 },
  ...Object.fromEntries(
    PET_STATUSES.map((one) => [
      one,
      { path: `/v1/pets?limit=2&status=${one}`, has: ({ fields }: State) => fields.status === one },
    ]),
  ),
};

/** A way through a list: in which order, and whether from its end back to its beginning. */
type Way = { list: string; sort: "newest" | "oldest"; isBack: boolean };
/** A walk through a list: what it saw, in the order of the list, and when. */
type Walk = Way & { start: number; end: number; ids: bigint[] };

/** Walks through a list, and back if asked to: each direction is a walk. */
async function walk(world: World, way: Way): Promise<Walk[]> {
  const { list, sort, isBack } = way;
  const start = world.now();
  const there = await follow(`${LISTS[list]?.path}${list === "orders" ? "" : `&sort=${sort}`}`, "next");
  const forwards = { ...way, start, end: world.now(), ids: there.pages.flat() };
  if (!isBack) return [forwards];
  const back = await follow(pathOf(there.last, "prev"), "prev");
  // The last page is not read again: what moved into it since could move others out of it.
  const pages = [...back.pages.toReversed(), there.pages.at(-1) ?? []];
  return [forwards, { ...way, start, end: world.now(), ids: pages.flat() }];
}

/** Follows a link relation to its end. Returns the ids on each page, and the last answer. */
async function follow(first: string | null, rel: "next" | "prev") {
  const pages: bigint[][] = [];
  let last: Answer | null = null;
  for (let path = first; path !== null; path = pathOf(last, rel)) {
    last = await service.call(`GET ${path}`);
    const entries = path.startsWith(ORDERS) ? z.array(Order).parse(last.json) : z.array(Pet).parse(last.json);
    pages.push(entries.map(({ id }) => id));
  }
  return { pages, last };
}

function pathOf(answer: Answer | null, rel: "next" | "prev"): string | null {
  const link = answer && linkOf(answer, rel);
  return link && link.pathname + link.search;
}

/**
 * Expects a walk to have seen the entries in the order of the list: everything that was in it the whole time, and
 * nothing that never was.
 */
function expectWalked(walked: Walk, explained: ReadonlyMap<Known, Explained[]>): void {
  const { list, sort, start, end, ids } = walked;
  const isOldest = sort === "oldest" && list !== "orders";
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => Number(isOldest ? a - b : b - a)));
  const { always, sometimes } = list === "orders" ? ordersIn(walked, explained) : animalsIn(walked, explained);
  expect(ids, `${list}, ${start}-${end}: always in it`).toEqual(expect.arrayContaining(always));
  expect(sometimes, `${list}, ${start}-${end}: seen`).toEqual(expect.arrayContaining(ids));
}

/** The ids that were in a list during a walk: from its start to its end, and at some time. */
type Ids = { always: bigint[]; sometimes: bigint[] };

/** The orders that were in the list. They stay in it. */
function ordersIn({ start, end }: Walk, explained: ReadonlyMap<Known, Explained[]>): Ids {
  const placed = [...explained].flatMap(([{ begin }, calls]) =>
    calls.flatMap((call, index) => {
      const before = calls[index - 1]?.after ?? begin;
      return call.after.orders.slice(before.orders.length).map(({ id }) => ({ id, call }));
    }),
  );
  return {
    always: placed.filter(({ call }) => call.end < start).map(({ id }) => id),
    sometimes: placed.filter(({ call }) => call.start < end).map(({ id }) => id),
  };
}

/** The animals that were in a list. */
function animalsIn({ list, start, end }: Walk, explained: ReadonlyMap<Known, Explained[]>): Ids {
  const has = (state: State) => !state.removed && LISTS[list]?.has?.(state) === true;
  const states = [...explained].map(([pet, calls]) => {
    const before = calls.findLast((call) => call.end < start)?.after ?? pet.begin;
    const meanwhile = calls.filter((call) => call.start < end && call.end > start);
    return { pet, during: [before, ...meanwhile.map(({ after }) => after)] };
  });
  return {
    always: states.filter(({ pet, during }) => pet.end < start && during.every(has)).map(({ pet }) => pet.id),
    sometimes: states.filter(({ pet, during }) => pet.start < end && during.some(has)).map(({ pet }) => pet.id),
  };
}

/** The minimum number of runs of each property, however slow the machine. The commands of one seed are one run. */
const MIN_RUNS = SEED_PATH ? 1 : 5;

/**
 * Counts the runs of a property. Returns whether another one may begin: until this much time has passed, and until
 * there were enough. A run is never interrupted, because its calls would go on.
 */
class Runs {
  count = 0;
  private readonly end: number;

  constructor(ms: number) {
    this.end = performance.now() + ms;
  }

  mayBegin(): boolean {
    const may = this.count < MIN_RUNS || performance.now() < this.end;
    if (may) this.count++;
    return may;
  }
}

describe("animals, photos, orders and applications against a model", () => {
  test("property: one caller gets the answers of the model", async () => {
    const commands = fc.array(commandOfOne, { minLength: 1, maxLength: 60, size: "max" });
    const runs = new Runs(8_000);
    const property = fc.asyncProperty(commands, async (own) => {
      if (!runs.mayBegin()) return;
      const world = new World(service, staff);
      await world.add(service.key, "available", nearLimits(USUAL - 1));
      await world.add(service.key, "available", nearLimits(LIMIT));
      await world.add(service.key, "sold");
      const caller = new Caller(world, service.key);
      for (const one of own) await caller.execute(one);
      for (const known of world.pets) await world.expectExplained(service.key, known);
    });
    await fc.assert(property, { ...again, numRuns: 40 });
    expect(runs.count).toBeGreaterThanOrEqual(MIN_RUNS);
  });

  test("property: several callers at once get answers that the model gives in some order, and paging visits each animal once", async () => {
    const keys = [service.key, await newKey(), (await newPerson()).token, (await newPerson("admin")).token];
    const commands = fc.array(command, { minLength: 5, maxLength: 15, size: "max" });
    const runs = new Runs(9_000);
    const way = fc.record({
      list: fc.constantFrom(...Object.keys(LISTS)),
      sort: fc.constantFrom("newest", "oldest"),
      isBack: fc.boolean(),
    });
    const property = fc.asyncProperty(
      fc.array(commands, { minLength: CALLERS, maxLength: CALLERS }),
      fc.array(way, { minLength: 1, maxLength: 8 }),
      async (callers, wanted) => {
        if (!runs.mayBegin()) return;
        // A list is walked through several times while the commands last.
        await asOwner("TRUNCATE pets, removed_pets, pet_changes CASCADE");
        const world = new World(service, staff);
        await world.add(service.key, "available", nearLimits(USUAL - 1));
        await world.add(service.key, "available", nearLimits(LIMIT));
        const others = ["available", "sold"] as const;
        await Promise.all(others.map((one) => world.add(service.key, one)));
        const walks: Walk[] = [];
        const page = async () => {
          for (const one of wanted) walks.push(...(await walk(world, one)));
        };
        const calling = callers.map(async (own, index) => {
          const caller = new Caller(world, String(keys[index]));
          for (const one of own) await caller.execute(one);
        });
        await Promise.all([page(), ...calling]);
        const explained = new Map<Known, Explained[]>();
        for (const known of world.pets) explained.set(known, await world.expectExplained(service.key, known));
        for (const one of walks) expectWalked(one, explained);
      },
    );
    // A race does not recur in a shorter sequence, so shrinking is useless.
    await fc.assert(property, { ...again, numRuns: 25, endOnFailure: true });
    expect(runs.count).toBeGreaterThanOrEqual(MIN_RUNS);
  });
});
