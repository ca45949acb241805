import { expect } from "vitest";
import * as z from "zod/mini";
import { encodeJson } from "@/lib/http/json";
import { BatchResults } from "@/lib/pets/changes/batch-schema";
import { NO_PROFILE } from "@/lib/pets/profile/schema";
import { PET_STATUSES } from "@/lib/pets/status";
import {
  added,
  type Call,
  type Explained,
  explain,
  type Facts,
  type Fields,
  type IfMatch,
  type Outcome,
  type Sent,
  textOf,
} from "./model";
import type { Answer, Service } from "./service";

/** The version that a caller sends: the one it reads first, the last that anybody saw, any, or none. */
type SaidVersion = "read" | "seen" | "any" | "none";
type WantedChange = { pet: number; change: Partial<Fields>; ifMatch: SaidVersion };
/** What a caller should do. Numbers choose among the animals, changes and orders that exist by then. */
export type Command =
  | { kind: "add"; status: Fields["status"] }
  | { kind: "read" | "profile" | "history" | "orders" | "place" | "adopt"; pet: number }
  | ({ kind: "change" } & WantedChange)
  | { kind: "batch"; mode: "each" | "all"; changes: WantedChange[] }
  | { kind: "describe"; pet: number; facts: Facts; ifMatch: SaidVersion }
  | { kind: "remove"; pet: number; ifMatch: SaidVersion }
  | { kind: "undo"; pet: number; which: number; ifMatch: SaidVersion }
  | { kind: "complete" | "cancel" | "return"; pet: number; which: number };

/** An animal: when it was added, everything that was sent about it, and what its callers know. */
export type Known = {
  id: bigint;
  fields: Fields;
  start: number;
  end: number;
  sent: Sent[];
  orders: bigint[];
  seen: bigint;
};

export const Pet = z.object({
  id: z.bigint(),
  name: z.string(),
  categoryId: z.bigint(),
  status: z.enum(PET_STATUSES),
});
const Profile = z.object({ story: z.nullable(z.string()), sex: z.nullable(z.enum(["female", "male"])) });
export const Order = z.object({ id: z.bigint(), status: z.enum(["open", "completed", "cancelled", "returned"]) });
const Entry = z.object({
  id: z.bigint(),
  action: z.string(),
  changes: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
});

/** Animals that several callers change at once, over HTTP. Records all calls and answers, for the model to explain. */
export class World {
  readonly pets: Known[] = [];
  /** Increases whenever a call starts or ends. */
  private time = 0;

  constructor(private readonly service: Service) {}

  now(): number {
    return ++this.time;
  }

  /** Adds an animal. */
  async add(key: string, status: Fields["status"]): Promise<void> {
    const start = this.now();
    const body = JSON.stringify({ name: "Ada", categoryId: 1, status });
    const answer = await this.service.call("POST /v1/pets", { key, body });
    expect(answer.status, answer.text).toBe(201);
    const { id, ...fields } = Pet.parse(answer.json);
    this.pets.push({ id, fields, start, end: this.now(), sent: [], orders: [], seen: 1n });
  }

  /** Executes a command as one caller. Resolves when it was answered. */
  async execute(key: string, command: Command): Promise<void> {
    if (command.kind === "add") return this.add(key, command.status);
    if (command.kind === "batch") return this.changeBatch(key, command);
    const pet = this.pets[command.pet % this.pets.length];
    if (!pet) return;
    switch (command.kind) {
      case "adopt":
        await this.send(key, pet, { kind: "place" });
        return this.execute(key, { kind: "complete", pet: command.pet, which: 0 });
      case "change": {
        const ifMatch = await this.versionFor(key, pet, command.ifMatch);
        return this.send(key, pet, { kind: "change", change: command.change, ifMatch });
      }
      case "describe": {
        const ifMatch = await this.versionFor(key, pet, command.ifMatch);
        return this.send(key, pet, { kind: "describe", facts: command.facts, ifMatch });
      }
      case "remove":
        return this.send(key, pet, { kind: "remove", ifMatch: await this.versionFor(key, pet, command.ifMatch) });
      case "undo": {
        const entries = await this.readHistory(key, pet);
        const changeId = entries[command.which % entries.length]?.id ?? 0n;
        return this.send(key, pet, {
          kind: "undo",
          changeId,
          ifMatch: await this.versionFor(key, pet, command.ifMatch),
        });
      }
      case "complete":
      case "cancel":
      case "return": {
        const orderId = pet.orders.at(-1 - (command.which % Math.max(1, pet.orders.length)));
        return orderId === undefined ? undefined : this.send(key, pet, { kind: command.kind, orderId });
      }
      default:
        return this.send(key, pet, { kind: command.kind });
    }
  }

  /** Changes several animals in one call. Each is changed or refused as it would be on its own. */
  private async changeBatch(key: string, { mode, changes }: Extract<Command, { kind: "batch" }>): Promise<void> {
    const wanted = new Map<Known, Extract<Call, { kind: "change" }>>();
    for (const { pet: place, change, ifMatch } of changes) {
      const pet = this.pets[place % this.pets.length];
      if (!pet || wanted.has(pet)) continue;
      const version = (await this.versionFor(key, pet, ifMatch)) ?? "*";
      wanted.set(pet, { kind: "change", change, ifMatch: version, inBatch: true });
    }
    const rows = [...wanted].map(([{ id }, { change, ifMatch }]) => ({ id, ...change, ifMatch: String(ifMatch) }));
    const start = this.now();
    const answer = await this.service.call("POST /v1/pets/batch", { key, body: encodeJson({ mode, changes: rows }) });
    const end = this.now();
    const { results } = BatchResults.parse(answer.json);
    const isRefused = mode === "all" && results.some(({ status }) => status !== 200n);
    expect(answer.status, answer.text).toBe(isRefused ? 409 : 200);
    for (const [index, [pet, call]] of [...wanted].entries()) {
      const { status = 0n, version } = results[index] ?? {};
      // Another one was refused, so this one was not made. A change to the same values succeeds anyway.
      if (status === 424n) continue;
      pet.sent.push({
        call,
        outcome: { status: Number(status), ...(version && { version: BigInt(version) }) },
        start,
        end,
      });
      if (version) pet.seen = BigInt(version);
    }
  }

  /** Reads everything about an animal once more, and expects that the model explains all answers about it. */
  async expectExplained(key: string, pet: Known): Promise<Explained[]> {
    await this.send(key, pet, { kind: "orders" });
    await this.send(key, pet, { kind: "read" });
    await this.send(key, pet, { kind: "profile" });
    const changeIds = (await this.readHistory(key, pet)).map(({ id }) => id).filter((id) => id !== 0n);
    const explained = explain(added(pet.fields), pet.sent, changeIds.reverse());
    const lines = pet.sent.map(
      ({ call, outcome, start, end }) => `${start}-${end} ${textOf(call)}: ${textOf(outcome)}`,
    );
    expect(explained, `no order of these calls explains their answers:\n${lines.join("\n")}`).not.toBeNull();
    return explained ?? [];
  }

  /** Reads the whole history of an animal, newest entry first. */
  private async readHistory(key: string, pet: Known): Promise<z.infer<typeof Entry>[]> {
    let entries: z.infer<typeof Entry>[] = [];
    await this.record(pet, { kind: "history" }, async () => {
      const { status, json } = await this.service.call(`GET /v1/pets/${pet.id}/history?limit=100`, { key });
      entries = z.array(Entry).parse(json);
      const list = entries.filter(({ id }) => id !== 0n).map(({ action, changes }) => ({ action, changes }));
      return { status, list };
    });
    return entries;
  }

  private async versionFor(key: string, pet: Known, said: SaidVersion): Promise<IfMatch> {
    if (said === "none") return null;
    if (said === "any") return "*";
    if (said === "read") await this.send(key, pet, { kind: "read" });
    return pet.seen;
  }

  private async send(key: string, pet: Known, call: Call): Promise<void> {
    if (call.kind === "history") {
      await this.readHistory(key, pet);
      return;
    }
    await this.record(pet, call, async () => {
      const { line, ...rest } = requestOf(pet.id, call);
      const outcome = outcomeOf(call, await this.service.call(line, { key, ...rest }));
      if (outcome.version !== undefined) pet.seen = outcome.version;
      if (call.kind === "place" && outcome.order) pet.orders.push(outcome.order.id);
      return outcome;
    });
  }

  private async record(pet: Known, call: Call, perform: () => Promise<Outcome>): Promise<void> {
    const start = this.now();
    const outcome = await perform();
    pet.sent.push({ call, outcome, start, end: this.now() });
  }
}

function requestOf(
  id: bigint,
  call: Exclude<Call, { kind: "history" }>,
): { line: string; body?: string; headers?: Record<string, string> } {
  const path = `/v1/pets/${id}`;
  switch (call.kind) {
    case "read":
      return { line: `GET ${path}` };
    case "orders":
      return { line: `GET /v1/store/orders?petId=${id}&limit=100` };
    case "place":
      return { line: "POST /v1/store/orders", body: `{"petId":${id}}` };
    case "change":
      return { line: `PATCH ${path}`, body: encodeJson(call.change), headers: headersOf(call.ifMatch) };
    case "profile":
      return { line: `GET ${path}/profile` };
    case "describe": {
      const body = encodeJson({ ...NO_PROFILE, ...call.facts });
      return { line: `PUT ${path}/profile`, body, headers: headersOf(call.ifMatch) };
    }
    case "remove":
      return { line: `DELETE ${path}`, headers: headersOf(call.ifMatch) };
    case "undo":
      return { line: `POST ${path}/history/${call.changeId}/undo`, body: "{}", headers: headersOf(call.ifMatch) };
    default:
      return { line: `POST /v1/store/orders/${call.orderId}/${call.kind}`, body: "{}" };
  }
}

function headersOf(ifMatch: IfMatch): Record<string, string> {
  return ifMatch === null ? {} : { "if-match": ifMatch === "*" ? "*" : `"${ifMatch}"` };
}

function outcomeOf({ kind }: Call, { status, json, headers }: Answer): Outcome {
  if (status >= 400 || status === 204) return { status };
  if (kind === "orders") return { status, list: z.array(Order).parse(json) };
  if (["place", "complete", "cancel", "return"].includes(kind)) return { status, order: Order.parse(json) };
  const version = BigInt(String(headers.etag).replaceAll('"', ""));
  if (kind === "profile" || kind === "describe") return { status, facts: Profile.parse(json), version };
  const { id: _id, ...pet } = Pet.parse(json);
  return { status, pet, version };
}
