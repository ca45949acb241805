import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { PET_STATUSES } from "@/lib/pets/status";
import { expectPet } from "./support/answers";
import {
  added,
  change,
  describePet,
  type IfMatch,
  numbered,
  type Outcome,
  remove,
  type State,
  type Step,
  showHistory,
  showPet,
  showProfile,
  textOf,
  undo,
} from "./support/model";
import { type Answer, type Call as Request, suiteService } from "./support/service";

// Everything that can be done with animals and their profiles, in random sequences, against a simple model. What is done
// with their orders beside that is in applications/application-races.test.ts. A failure prints its seed and its path:
// SEED=123 SEED_PATH=4:0 repeats the commands.
const { SEED, SEED_PATH } = process.env;
const again = { ...(SEED && { seed: Number(SEED) }), ...(SEED_PATH && { path: SEED_PATH }) };

const service = suiteService();

const READS = ["read", "profile", "history"] as const;
const changes = { name: fc.constantFrom("Ada", "Bello", "Caro"), status: fc.constantFrom(...PET_STATUSES) };
/** Something that a caller should do. Each kind uses some of the choices. */
const command = fc.record({
  kind: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...READS) },
    { weight: 5, arbitrary: fc.constantFrom("change", "change", "describe", "remove", "undo", "undo", "undo") },
  ),
  // Most calls are about the first animal, so that its history gets long.
  pet: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2) }),
  /** Which change set, counted from the newest. */
  which: fc.nat(2),
  /** The version that the caller reads first, the last that anybody saw, any, or none. */
  version: fc.constantFrom("read", "read", "seen", "any", "none"),
  change: fc.record(changes, { requiredKeys: [] }).filter((given) => Object.keys(given).length > 0),
  profile: fc.record({
    story: fc.constantFrom(null, "Found.", "Shy."),
    sex: fc.constantFrom(null, "female", "male"),
  }),
});
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

/** A request, what the model compares of its answer, and what it predicts. */
type Call = {
  line: string;
  request: Request;
  outcomeOf(answer: Answer): Outcome;
  step(state: State, answered: Outcome): Step;
};
/** A call and its answer. It took effect at some moment between `start` and `end`. */
type Sent = Call & { outcome: Outcome; start: number; end: number };
/** An animal, what callers know about it, and what was sent. */
type Known = { id: bigint; version: bigint; sets: bigint[]; begin: State; sent: Sent[] };

const Pet = z.object({ name: z.string(), categoryId: z.bigint(), status: z.enum(PET_STATUSES) });
const Profile = z.object({ story: z.nullable(z.string()), sex: z.nullable(z.enum(["female", "male"])) });
const Change = z.object({ from: z.unknown(), to: z.unknown() });
const Entries = z.array(z.object({ action: z.string(), changes: z.record(z.string(), Change) }));
// The addition is not a change of the model.
const History = z.pipe(
  Entries,
  z.transform((entries) => entries.slice(0, -1)),
);

/** Returns the call of a command. */
function callOf({ kind, which, version, ...wanted }: Omit<Command, "pet">, seen: Known): Call {
  const path = `/v1/pets/${seen.id}`;
  const known = version === "any" ? "*" : seen.version;
  const ifMatch: IfMatch = version === "none" ? null : known;
  const write = (line: string, step: Call["step"], schema: z.ZodMiniType = z.undefined(), body?: object) =>
    call(line, step, schema, ifMatch, body);
  switch (kind) {
    case "read":
      return call(`GET ${path}`, showPet, Pet);
    case "profile":
      return call(`GET ${path}/profile`, showProfile, Profile);
    case "history":
      return call(`GET ${path}/history?limit=100`, showHistory, History);
    case "change":
      return write(`PATCH ${path}`, (state) => change(state, wanted.change, ifMatch), Pet, wanted.change);
    case "describe":
      return write(
        `PATCH ${path}/profile`,
        (state) => describePet(state, wanted.profile, ifMatch),
        Profile,
        wanted.profile,
      );
    case "remove":
      return write(`DELETE ${path}`, (state) => remove(state, ifMatch));
    default: {
      const set = seen.sets.at(-1 - which) ?? 0n;
      return call(`POST /v1/changes/${set}/undo`, (state) => undo(state, set), z.undefined());
    }
  }
}

/** Only what the schema has is compared. */
function call(line: string, step: Call["step"], schema: z.ZodMiniType, ifMatch: IfMatch = null, body?: object): Call {
  const headers = ifMatch === null ? {} : { "if-match": ifMatch === "*" ? "*" : `"${ifMatch}"` };
  const outcomeOf = ({ status, json, headers: { etag, "change-set": set } }: Answer): Outcome => ({
    status,
    ...(status === 200 && etag !== undefined && { version: BigInt(etag.replaceAll('"', "")) }),
    ...(set !== undefined && { set: BigInt(String(set)) }),
    ...(status === 200 && schema.type !== "undefined" && { body: schema.parse(json) }),
  });
  const request = { headers, ...(body && { body: JSON.stringify(body) }) };
  return { line, request, outcomeOf, step: (state, answered) => numbered(step(state, answered), state, answered) };
}

let time = 0;

async function add(status: string): Promise<Known> {
  const body = JSON.stringify({ name: "Ada", categoryId: 1, status });
  const { id, ...fields } = expectPet(await service.call("POST /v1/pets", { body }), 201);
  const begin = added({ ...fields, status: fields.status ?? "available" });
  return { id, version: 1n, sets: [], begin, sent: [] };
}

async function execute(one: Omit<Command, "pet">, pet: Known): Promise<void> {
  if (one.version === "read" && one.kind !== "read") await execute({ ...one, kind: "read" }, pet);
  const call = callOf(one, pet);
  const start = ++time;
  const outcome = call.outcomeOf(await service.call(call.line, call.request));
  pet.sent.push({ ...call, outcome, start, end: ++time });
  const { status, version = pet.version, set } = outcome;
  if (typeof set === "bigint") pet.sets.push(set);
  pet.version = status === 204 ? pet.version + 1n : version;
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
      for (const kind of READS) await execute({ ...last, kind }, pet);
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
