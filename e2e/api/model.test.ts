import fc from "fast-check";
import { expect, test } from "vitest";
import { PET_STATUSES } from "@/lib/pets/status";
import { expectPet } from "./support/answers";
import { type Call, type Command, callOf, command, type Seen } from "./support/model/calls";
import { added, type Outcome, type State, textOf } from "./support/model/rules";
import { suiteService } from "./support/service";

// Everything that can be done with animals, their profiles and orders, in random sequences, against a simple model. A
// failure prints its seed and its path: SEED=123 SEED_PATH=4:0 repeats the commands.
const { SEED, SEED_PATH } = process.env;
const again = { ...(SEED && { seed: Number(SEED) }), ...(SEED_PATH && { path: SEED_PATH }) };

const service = suiteService();

/** A call and its answer. It took effect at some moment between `start` and `end`. */
type Sent = Call & { outcome: Outcome; start: number; end: number };
type Known = Seen & { begin: State; sent: Sent[] };

let time = 0;

async function add(status: string): Promise<Known> {
  const body = JSON.stringify({ name: "Ada", categoryId: 1, status });
  const {
    id,
    name,
    categoryId,
    status: given = "available",
  } = expectPet(await service.call("POST /v1/pets", { body }), 201);
  return { id, version: 1n, orders: [], sets: [], begin: added({ name, categoryId, status: given }), sent: [] };
}

async function execute(one: Omit<Command, "pet">, pet: Known): Promise<void> {
  if (one.version === "read" && one.kind !== "read") await execute({ ...one, kind: "read" }, pet);
  const call = callOf(one, pet);
  const start = ++time;
  const outcome = call.outcomeOf(await service.call(call.line, call.request));
  pet.sent.push({ ...call, outcome, start, end: ++time });
  const { status, version = pet.version, set, body } = outcome;
  if (typeof set === "bigint") pet.sets.push(set);
  pet.version = status === 204 ? pet.version + 1n : version;
  if (one.kind === "place" && status === 201) pet.orders.push((body as { id: bigint }).id);
}

/**
 * Whether there is an order in which the model gives the calls about one animal exactly the answers that they got, and in
 * which no call comes before one that ended before it started (linearizability).
 */
function isExplained(begin: State, sent: readonly Sent[]): boolean {
  const dead = new Set<string>();
  const search = (state: State, left: readonly Sent[]): boolean => {
    if (left.length === 0) return true;
    const position = `${left.map(({ start }) => start).join()} ${textOf(state)}`;
    if (dead.has(position)) return false;
    dead.add(position);
    const firstEnd = Math.min(...left.map(({ end }) => end));
    return left
      .filter(({ start }) => start < firstEnd)
      .some((next) => {
        const { outcome, state: after } = next.step(state, next.outcome);
        const others = left.filter((one) => one !== next);
        return textOf(outcome) === textOf(next.outcome) && search(after, others);
      });
  };
  return search(begin, sent);
}

test.for([
  ["one caller gets the answers of the model", 1, 60],
  ["several callers at once get answers that the model gives in some order", 4, 15],
] as const)("property: %s", async ([, callers, most]) => {
  const commands = fc.array(command, { minLength: 5, maxLength: most, size: "max" });
  const property = fc.asyncProperty(fc.array(commands, { minLength: callers, maxLength: callers }), async (all) => {
    const pets = await Promise.all(PET_STATUSES.map(add));
    const petAt = (place: number) => pets[place % pets.length] as Known;
    const calling = all.map(async (own) => {
      for (const one of own) await execute(one, petAt(one.pet));
    });
    await Promise.all(calling);
    const last = { ...fc.sample(command, 1)[0], version: "any" } as Command;
    for (const pet of pets) {
      for (const kind of ["read", "profile", "history", "orders"] as const) await execute({ ...last, kind }, pet);
      const lines = pet.sent.map(({ line, request, outcome, start, end }) =>
        [`${start}-${end}`, line, request.headers?.["if-match"], request.body, textOf(outcome)].join(" "),
      );
      expect(
        isExplained(pet.begin, pet.sent),
        `no order of these calls explains their answers:\n${lines.join("\n")}`,
      ).toBe(true);
    }
  });
  // A race does not recur in a shorter sequence, so shrinking is useless.
  await fc.assert(property, { ...again, numRuns: 6, endOnFailure: callers > 1 });
});
