import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { encodeJson, type Json } from "@/lib/http/json";
import { PET_STATUSES } from "@/lib/pets/status";
import { type Answer, newKeyWithId, suiteService } from "./support/service";
import { type ModelPet, model, newModelPet, type Tag } from "./support/shelter-model";

// Random sequences of everything that can be done with an animal, by several callers who have read different versions.
const service = suiteService();
const CALLERS = ["Shop", "Robot", "Desk"];
let keys: string[];

beforeAll(async () => {
  const made = CALLERS.map((name) => newKeyWithId({ name, scopes: ["pets:read", "pets:write", "orders:write"] }));
  keys = (await Promise.all(made)).map(({ key }) => key);
});

const by = fc.nat({ max: CALLERS.length - 1 });
const which = fc.nat({ max: 100 });
const status = fc.constantFrom(...PET_STATUSES);
const name = fc.constantFrom("Bella", "Bello", "Biscuit");
const categoryId = fc.constantFrom(1n, 2n, 2n ** 63n - 1n);
/** Which version a caller names: the one that they have read last, any, or none. */
const names = fc.constantFrom("read", "read", "read", "read", "any", "none");
const fields = fc.record({ name, categoryId, status });
const change = fc
  .record({ name, categoryId, status }, { requiredKeys: [] })
  .filter((fields) => Object.keys(fields).length > 0);
const action = fc.constantFrom("complete" as const, "cancel" as const, "return" as const);

const is = <const V extends string>(verb: V) => fc.constant(verb);
const command = fc.oneof(
  fc.record({ verb: is("add"), by, fields }),
  fc.record({ verb: is("read"), by, which }),
  { weight: 4, arbitrary: fc.record({ verb: is("change"), by, which, names, change }) },
  fc.record({ verb: is("remove"), by, which, names }),
  { weight: 4, arbitrary: fc.record({ verb: is("undo"), by, which, names, entry: which }) },
  fc.record({ verb: is("place"), by, which }),
  { weight: 3, arbitrary: fc.record({ verb: is("order"), by, which, order: which, action }) },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;
type Of<V extends Command["verb"]> = Extract<Command, { verb: V }>;

/** An animal of the service beside its model, and the version that each caller has read last. */
type Subject = { id: bigint; pet: ModelPet; orders: bigint[]; read: bigint[] };

function call(caller: number, target: string, body?: object, tag: Tag = null): Promise<Answer> {
  const headers = tag === null ? {} : { "if-match": tag === "*" ? "*" : `"${tag}"` };
  return service.call(target, { key: keys[caller] ?? "", headers, ...(body && { body: encodeJson(body) }) });
}

const idOf = (json: Json) => (json as { id: bigint }).id;

function tagOf({ read }: Subject, { by, names }: { by: number; names: string }): Tag {
  if (names === "read") return read[by] ?? 0n;
  return names === "any" ? "*" : null;
}

/** Notes what a caller has read, if the answer shows the animal. */
function note(subject: Subject, caller: number, { status, headers }: Answer): void {
  if (status !== 200) return;
  expect(headers.etag).toBe(`"${subject.pet.version}"`);
  subject.read[caller] = subject.pet.version;
}

async function add({ by, fields }: Of<"add">): Promise<Subject> {
  const { json } = await call(by, "POST /v1/pets", fields);
  return {
    id: idOf(json),
    pet: newModelPet(by, fields),
    orders: [],
    read: CALLERS.map((_, at) => (at === by ? 1n : 0n)),
  };
}

/** Does something with an animal in the service and in the model, and compares. */
const VERBS = {
  async read(subject: Subject, { by }: Of<"read">) {
    const answer = await call(by, `GET /v1/pets/${subject.id}`);
    expect(answer.status).toBe(subject.pet.removed ? 404 : 200);
    note(subject, by, answer);
  },
  async change(subject: Subject, { change, ...command }: Of<"change">) {
    const tag = tagOf(subject, command);
    const answer = await call(command.by, `PATCH /v1/pets/${subject.id}`, change, tag);
    const expected = tag === null ? 428 : model.change(subject.pet, command.by, tag, change);
    expect(answer.status, answer.text).toBe(expected);
    note(subject, command.by, answer);
  },
  async remove(subject: Subject, command: Of<"remove">) {
    const tag = tagOf(subject, command);
    const answer = await call(command.by, `DELETE /v1/pets/${subject.id}`, undefined, tag);
    const expected = tag === null ? 428 : model.remove(subject.pet, command.by, tag);
    expect(answer.status, answer.text).toBe(expected);
  },
  async undo(subject: Subject, { entry, ...command }: Of<"undo">) {
    const { pet, id } = subject;
    const tag = tagOf(subject, command);
    const place = entry % pet.history.length;
    const changeId = idOf((await historyOf(id)).at(-1 - place) ?? null);
    const answer = await call(command.by, `POST /v1/pets/${id}/history/${changeId}/undo`, {}, tag);
    expect(answer.status, answer.text).toBe(model.undo(pet, command.by, tag, place));
    note(subject, command.by, answer);
  },
  async place({ id, pet, orders }: Subject, { by }: Of<"place">) {
    const answer = await call(by, "POST /v1/store/orders", { petId: id });
    expect(answer.status, answer.text).toBe(model.place(pet, by));
    if (answer.status === 201) orders.push(idOf(answer.json));
  },
  async order({ pet, orders }: Subject, { by, order, action }: Of<"order">) {
    if (orders.length === 0) return;
    const place = order % orders.length;
    const answer = await call(by, `POST /v1/store/orders/${orders[place]}/${action}`, {});
    expect(answer.status, answer.text).toBe(model.order(pet, by, place, action));
  },
};

/** The history of an animal, newest first. */
async function historyOf(id: bigint): Promise<Json[]> {
  return (await service.call(`GET /v1/pets/${id}/history?limit=100`)).json as Json[];
}

async function expectSame({ id, pet }: Subject): Promise<void> {
  const answer = await service.call(`GET /v1/pets/${id}`);
  expect(answer.status).toBe(pet.removed ? 404 : 200);
  if (!pet.removed) {
    expect(answer.json).toEqual({ id, ...pet.fields });
    expect(answer.headers.etag).toBe(`"${pet.version}"`);
  }
  const told = (await historyOf(id)).map((entry) => ({ ...(entry as object), id: null, at: null }));
  const expected = pet.history.toReversed().map(({ action, by, changes }) => {
    return { id: null, at: null, action, changes, actor: { kind: "key", name: CALLERS[by] } };
  });
  expect(told).toEqual(expected);
}

test("random sequences by several callers agree with the model", { timeout: 120_000 }, async () => {
  const property = fc.asyncProperty(
    fc.array(command, { minLength: 10, maxLength: 60, size: "max" }),
    async (commands) => {
      const first = { name: "Bella", categoryId: 1n, status: "available" } as const;
      const subjects = [await add({ verb: "add", by: 0, fields: first })];
      for (const command of commands) {
        if (command.verb === "add") {
          subjects.push(await add(command));
          continue;
        }
        const subject = subjects[command.which % subjects.length] as Subject;
        // Each verb takes commands of its own kind.
        await (VERBS[command.verb] as (subject: Subject, command: Command) => Promise<void>)(subject, command);
      }
      for (const subject of subjects) await expectSame(subject);
      const listed = (await service.call("GET /v1/pets?limit=100")).json as Json[];
      const there = subjects.filter(({ pet }) => !pet.removed).map(({ id, pet }) => ({ id, ...pet.fields }));
      const from = subjects[0]?.id ?? 0n;
      expect(listed.filter((pet) => idOf(pet) >= from)).toEqual(there.toReversed());
    },
  );
  await fc.assert(property, { numRuns: 25 });
});
