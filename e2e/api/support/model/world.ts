import { expect } from "vitest";
import * as z from "zod/mini";
import { encodeJson } from "@/lib/http/json";
import { BatchResults } from "@/lib/pets/changes/batch-schema";
import { MINUTE_MS } from "@/lib/values/time";
import { smallPhoto } from "../photos";
import { moveClocks, personToken, type Service, type SignedInPerson } from "../service";
import type { Call, CallOf, Outcome, Sent } from "./calls";
import { textOf } from "./calls";
import { type Explained, explain } from "./explain";
import { outcomeOf, Pet, requestOf, type SimpleCall } from "./requests";
import { added, type Fields, type State } from "./state";

/** An animal: when it was added, everything that was sent about it, and what its callers know. */
export type Known = {
  id: bigint;
  begin: State;
  start: number;
  end: number;
  sent: Sent[];
  orders: bigint[];
  photoIds: bigint[];
  applications: { id: string; seen: bigint }[];
  seen: bigint;
};
type InBatch = CallOf<"change" | "undo" | "remove"> & { inBatch: true };

const Entry = z.object({
  id: z.bigint(),
  action: z.string(),
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
});

/** How far the clocks were moved. They never go back, because limits and tokens of earlier runs remain. */
let passedMs = 0;

/** Animals that several callers change at once, over HTTP. Records all calls and answers, for the model to explain. */
export class World {
  readonly pets: Known[] = [];
  /** Increases whenever a call starts or ends. */
  private time = 0;

  /** `staff` is the person who handles applications, which no API key may do. */
  constructor(
    private readonly service: Service,
    private readonly staff: SignedInPerson,
  ) {}

  now(): number {
    return ++this.time;
  }

  /** A token of the person who handles applications. */
  staffToken(): string {
    return personToken(this.staff);
  }

  /** Adds an animal. `prepare` says what was there before. */
  async add(key: string, status: Fields["status"], prepare = async (_id: bigint): Promise<Partial<State>> => ({})) {
    const start = this.now();
    const body = JSON.stringify({ name: "Ada", categoryId: 1, status });
    const answer = await this.service.call("POST /v1/pets", { key, body });
    expect(answer.status, answer.text).toBe(201);
    const { id, ...fields } = Pet.parse(answer.json);
    const begin = { ...added(fields), ...(await prepare(id)) };
    const known = { orders: [], photoIds: begin.photos.map((photo) => photo.id), applications: [], seen: 1n };
    this.pets.push({ id, begin, start, end: this.now(), sent: [], ...known });
  }

  /** Lets a minute pass for all animals. Only for a single caller. */
  wait(): void {
    passedMs += MINUTE_MS;
    moveClocks(passedMs);
    for (const { sent } of this.pets) {
      sent.push({ call: { kind: "wait" }, outcome: { status: 200 }, start: this.now(), end: this.now() });
    }
  }

  /** Sends a call about an animal. */
  async send(key: string, pet: Known, call: SimpleCall | CallOf<"addPhoto">): Promise<Outcome> {
    return this.record(pet, call, async () => {
      const { line, ...rest } = call.kind === "addPhoto" ? await uploadOf(pet.id, call) : requestOf(pet.id, call);
      const outcome = outcomeOf(call, await this.service.call(line, { key, ...rest }));
      learn(pet, call, outcome);
      return outcome;
    });
  }

  /** Sends calls about several animals in one request. Each is answered as it would be on its own. */
  async sendBatch(key: string, mode: "each" | "all", wanted: ReadonlyMap<Known, InBatch>): Promise<void> {
    const changes = [...wanted].map(([{ id }, call]) => {
      return { id, ...inBatch(call), ifMatch: String(call.ifMatch) };
    });
    const start = this.now();
    const answer = await this.service.call("POST /v1/pets/batch", { key, body: encodeJson({ mode, changes }) });
    const end = this.now();
    const { results } = BatchResults.parse(answer.json);
    const isRefused = mode === "all" && results.some(({ status }) => status !== 200n);
    expect(answer.status, answer.text).toBe(isRefused ? 409 : 200);
    for (const [index, [pet, call]] of [...wanted].entries()) {
      const { status = 0n, version } = results[index] ?? {};
      // Another one was refused, so this one was not made. A change to the same values succeeds anyway.
      if (status === 424n) continue;
      const outcome = { status: Number(status), ...(version && { version: BigInt(version) }) };
      pet.sent.push({ call, outcome, start, end });
      learn(pet, call, outcome);
    }
  }

  /** Reads the whole history of an animal, newest entry first. */
  async readHistory(key: string, pet: Known): Promise<z.infer<typeof Entry>[]> {
    let entries: z.infer<typeof Entry>[] = [];
    await this.record(pet, { kind: "history" }, async () => {
      const { status, json } = await this.service.call(`GET /v1/pets/${pet.id}/history?limit=100`, { key });
      entries = z.array(Entry).parse(json);
      const list = entries.filter(({ id }) => id !== 0n).map(({ action, changes }) => ({ action, changes }));
      return { status, list };
    });
    return entries;
  }

  /** Reads everything about an animal once more, and expects the model to explain all answers about it. */
  async expectExplained(key: string, pet: Known): Promise<Explained[]> {
    for (const kind of ["orders", "read", "profile"] as const) await this.send(key, pet, { kind });
    await this.readHistory(key, pet);
    for (const { id } of pet.applications) await this.send(this.staffToken(), pet, { kind: "application", id });
    const explained = explain(pet.begin, pet.sent);
    const lines = pet.sent.map(
      ({ call, outcome, start, end }) => `${start}-${end} ${textOf(call)}: ${textOf(outcome)}`,
    );
    expect(explained, `no order of these calls explains their answers:\n${lines.join("\n")}`).not.toBeNull();
    return explained ?? [];
  }

  private async record(pet: Known, call: Call, perform: () => Promise<Outcome>): Promise<Outcome> {
    const start = this.now();
    const outcome = await perform();
    pet.sent.push({ call, outcome, start, end: this.now() });
    return outcome;
  }
}

/** What a change in a batch asks for. */
function inBatch(call: InBatch): object {
  if (call.kind === "remove") return { remove: true };
  return call.kind === "undo" ? { undo: String(call.made) } : call.change;
}

/** Remembers what an answer tells its caller. */
function learn(pet: Known, call: Call, { status, version, order, photo, application }: Outcome): void {
  if (version !== undefined) pet.seen = version;
  if (photo) pet.photoIds.push(photo.id);
  const orderId = order?.id ?? application?.orderId ?? null;
  if (orderId !== null && !pet.orders.includes(orderId)) pet.orders.push(orderId);
  const [id, seen] = [call.kind === "apply" ? call.id : application?.id, application?.version ?? 1n];
  const known = pet.applications.find((one) => one.id === id);
  if (known) known.seen = seen;
  else if (id !== undefined && status === 201) pet.applications.push({ id, seen });
}

async function uploadOf(petId: bigint, { alt }: CallOf<"addPhoto">) {
  const headers = { "content-type": "image/png" };
  return { line: `POST /v1/pets/${petId}/photos?alt=${alt}`, body: await smallPhoto(), headers };
}
