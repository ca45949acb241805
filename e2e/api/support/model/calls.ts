import fc from "fast-check";
import * as z from "zod/mini";
import { encodeJson } from "@/lib/http/json";
import { ORDER_STATUSES } from "@/lib/orders/status";
import { NO_PROFILE } from "@/lib/pets/profile/schema";
import { PET_STATUSES } from "@/lib/pets/status";
import type { Answer, Call as Request } from "../service";
import {
  change,
  changeOrder,
  describePet,
  type IfMatch,
  numbered,
  type Outcome,
  place,
  remove,
  type State,
  type Step,
  schedule,
  showHistory,
  showOrders,
  showPet,
  showProfile,
  undo,
} from "./rules";

// What callers do, how that is sent, and which rule of the model predicts the answer.

const READS = ["read", "profile", "history", "orders"] as const;
const ORDER_ACTIONS = ["complete", "cancel", "return"] as const;
const changes = { name: fc.constantFrom("Ada", "Bello", "Caro"), status: fc.constantFrom(...PET_STATUSES) };

/** Something that a caller should do. Each kind uses some of the choices. */
export const command = fc.record({
  kind: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...READS) },
    { weight: 5, arbitrary: fc.constantFrom("change", "change", "describe", "remove", "undo", "undo", "undo") },
    { weight: 6, arbitrary: fc.constantFrom("place", "place", "schedule", "undo", ...ORDER_ACTIONS) },
  ),
  // Most calls are about the first animal, so that its history gets long.
  pet: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2) }),
  /** Which order or change set, counted from the newest. */
  which: fc.nat(2),
  /** The version that the caller reads first, the last that anybody saw, any, or none. */
  version: fc.constantFrom("read", "read", "seen", "any", "none"),
  change: fc.record(changes, { requiredKeys: [] }).filter((given) => Object.keys(given).length > 0),
  profile: fc.record({
    story: fc.constantFrom(null, "Found.", "Shy."),
    sex: fc.constantFrom(null, "female", "male"),
  }),
  shipDate: fc.constantFrom(null, "2030-01-31T15:00:00.000Z"),
});
export type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

/** What callers know about an animal. */
export type Seen = { id: bigint; version: bigint; orders: bigint[]; sets: bigint[] };

/** A request, what the model compares of its answer, and what it predicts. */
export type Call = {
  line: string;
  request: Request;
  outcomeOf(answer: Answer): Outcome;
  step(state: State, answered: Outcome): Step;
};

const Pet = z.object({ name: z.string(), categoryId: z.bigint(), status: z.enum(PET_STATUSES) });
const Profile = z.object({ story: z.nullable(z.string()), sex: z.nullable(z.enum(["female", "male"])) });
const Order = z.object({ id: z.bigint(), status: z.enum(ORDER_STATUSES), shipDate: z.nullable(z.string()) });
const Change = z.object({ from: z.unknown(), to: z.unknown() });
const History = z.array(z.object({ action: z.string(), changes: z.record(z.string(), Change) }));

function ifMatchOf(said: Command["version"], version: bigint): IfMatch {
  if (said === "none") return null;
  return said === "any" ? "*" : version;
}

/** Returns the call of a command. */
export function callOf(command: Omit<Command, "pet">, seen: Seen): Call {
  const { kind, which } = command;
  const path = `/v1/pets/${seen.id}`;
  const ifMatch = ifMatchOf(command.version, seen.version);
  const orderId = seen.orders.at(-1 - (which % Math.max(1, seen.orders.length))) ?? 0n;
  const order = `/v1/store/orders/${orderId}`;
  switch (kind) {
    case "read":
      return call(`GET ${path}`, Pet, showPet);
    case "profile":
      return call(`GET ${path}/profile`, Profile, showProfile);
    case "history":
      return { ...call(`GET ${path}/history?limit=100`, History, showHistory), outcomeOf: withoutAddition };
    case "orders":
      return call(`GET /v1/store/orders?petId=${seen.id}&limit=100`, z.array(Order), showOrders);
    case "change": {
      const wanted = command.change;
      return call(`PATCH ${path}`, Pet, (state) => change(state, wanted, ifMatch), wanted, ifMatch);
    }
    case "describe": {
      const body = { ...NO_PROFILE, ...command.profile };
      return call(
        `PUT ${path}/profile`,
        Profile,
        (state) => describePet(state, command.profile, ifMatch),
        body,
        ifMatch,
      );
    }
    case "remove":
      return call(`DELETE ${path}`, z.unknown(), (state) => remove(state, ifMatch), undefined, ifMatch);
    case "undo": {
      const set = seen.sets.at(-1 - which) ?? 0n;
      const sent = call(`POST /v1/changes/${set}/undo`, z.unknown(), (state) => undo(state, set));
      return { ...sent, outcomeOf: (answer) => withoutBody(sent.outcomeOf(answer)) };
    }
    case "place": {
      const step = (state: State, { body }: Outcome) => place(state, Order.safeParse(body).data?.id ?? 0n);
      return call("POST /v1/store/orders", Order, step, { petId: seen.id });
    }
    case "schedule": {
      const { shipDate } = command;
      return call(`PATCH ${order}`, Order, (state) => schedule(state, orderId, shipDate), { shipDate });
    }
    default:
      return call(`POST ${order}/${kind}`, Order, (state) => changeOrder(state, kind, orderId), {});
  }
}

function call(line: string, schema: z.ZodMiniType, step: Call["step"], body?: object, ifMatch: IfMatch = null): Call {
  const headers = ifMatch === null ? {} : { "if-match": ifMatch === "*" ? "*" : `"${ifMatch}"` };
  // The model knows versions of animals, not of orders.
  const hasVersion = schema !== Order;
  const outcomeOf = ({ status, json, headers: { etag, "change-set": set } }: Answer): Outcome => ({
    status,
    ...(status === 200 && etag !== undefined && hasVersion && { version: BigInt(etag.replaceAll('"', "")) }),
    ...(set !== undefined && { set: BigInt(String(set)) }),
    ...((status === 200 || status === 201) && { body: schema.parse(json) }),
  });
  const request = { headers, ...(body && { body: encodeJson(body) }) };
  return { line, request, outcomeOf, step: (state, answered) => numbered(step(state, answered), state, answered) };
}

/** The addition is not a change of the model. */
const withoutAddition = ({ status, json }: Answer): Outcome => ({ status, body: History.parse(json).slice(0, -1) });

const withoutBody = ({ body: _, ...outcome }: Outcome): Outcome => outcome;
