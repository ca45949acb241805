import { NEXT_STATUSES, type PetStatus } from "@/lib/pets/status";

type Fields = { name: string; categoryId: bigint; status: PetStatus };
type Changes = Record<string, { from: unknown; to: unknown }>;
type Entry = { action: string; by: number; changes: Changes };
type OrderStatus = "open" | "completed" | "cancelled" | "returned";

/** An animal as a plain object; its history is newest last, and its first entry is the addition. */
export type ModelPet = { fields: Fields; version: bigint; removed: boolean; history: Entry[]; orders: OrderStatus[] };

/** The precondition of a call: a version, any, or none. */
export type Tag = bigint | "*" | null;

/** What can be done with an order. */
const ORDER_ACTIONS = {
  complete: { from: "open", to: "completed", status: "sold" },
  cancel: { from: "open", to: "cancelled", status: "available" },
  return: { from: "completed", to: "returned", status: "available" },
} as const;

/** A new animal. */
export function newModelPet(by: number, fields: Fields): ModelPet {
  const history = [{ action: "created", by, changes: {} }];
  return { fields: { ...fields }, version: 1n, removed: false, history, orders: [] };
}

/** Each verb does to the animal what the service should do, and returns the status of the answer. */
export const model = {
  change(pet: ModelPet, by: number, tag: Tag, change: Partial<Fields>): number {
    if (pet.removed) return 404;
    if (isStale(pet, tag)) return 412;
    const { status } = pet.fields;
    if (
      change.status &&
      change.status !== status &&
      (pet.orders.includes("open") || !NEXT_STATUSES[status].includes(change.status))
    )
      return 409;
    const changes = differences(pet.fields, change);
    if (Object.keys(changes).length > 0) record(pet, { action: "changed", by, changes });
    return 200;
  },

  remove(pet: ModelPet, by: number, tag: Tag): number {
    if (pet.removed) return 404;
    if (isStale(pet, tag)) return 412;
    if (pet.orders.length > 0) return 409;
    record(pet, { action: "removed", by, changes: {} });
    pet.removed = true;
    return 204;
  },

  undo(pet: ModelPet, by: number, tag: Tag, place: number): number {
    const later = pet.history.slice(place + 1);
    if (pet.removed) {
      if (later.length > 0) return 409;
      record(pet, { action: "restored", by, changes: {} });
      pet.removed = false;
      return 200;
    }
    if (tag === null) return 428;
    if (isStale(pet, tag)) return 412;
    const changes = pet.history[place]?.changes ?? {};
    const fields = Object.keys(changes);
    if (fields.length === 0) return 409;
    if (later.some((entry) => fields.some((field) => field in entry.changes))) return 409;
    if ("status" in changes && pet.orders.includes("open")) return 409;
    const inverse = Object.fromEntries(fields.map((field) => [field, swapped(changes[field])]));
    record(pet, { action: "undone", by, changes: inverse });
    return 200;
  },

  place(pet: ModelPet, by: number): number {
    if (pet.removed) return 404;
    if (pet.fields.status !== "available") return 409;
    pet.orders.push("open");
    record(pet, { action: "order.placed", by, changes: differences(pet.fields, { status: "pending" }) });
    return 201;
  },

  order(pet: ModelPet, by: number, place: number, action: keyof typeof ORDER_ACTIONS): number {
    const { from, to, status } = ORDER_ACTIONS[action];
    if (pet.orders[place] !== from) return 409;
    const isHeld = pet.orders.slice(place + 1).some((later) => later === "open" || later === "completed");
    if (action === "return" && isHeld) return 409;
    pet.orders[place] = to;
    const changes = differences(pet.fields, { status });
    if (Object.keys(changes).length > 0) record(pet, { action: `order.${to}`, by, changes });
    return 200;
  },
};

function isStale(pet: ModelPet, tag: Tag): boolean {
  return tag !== "*" && tag !== pet.version;
}

function differences(fields: Fields, change: Partial<Fields>): Changes {
  const named = Object.entries(change).map(([field, to]) => ({ field, from: fields[field as keyof Fields], to }));
  return Object.fromEntries(
    named.filter(({ from, to }) => from !== to).map(({ field, from, to }) => [field, { from, to }]),
  );
}

function record(pet: ModelPet, entry: Entry): void {
  for (const [field, { to }] of Object.entries(entry.changes)) Object.assign(pet.fields, { [field]: to });
  pet.version++;
  pet.history.push(entry);
}

const swapped = (change: Changes[string] | undefined) => ({ from: change?.to, to: change?.from });
