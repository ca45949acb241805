import { PLAN_LIMITS, type Plan } from "../limits/plans";
import type { SCOPES, Scope } from "../scopes";
import { keysOf } from "../values/objects";
import { shortDateWords } from "../values/time";
import { agoWords } from "../values/time-words";
import { capitalized } from "../values/words";
import type { KeyDetail, KeySummary } from "./schema";

export const PLAN_LABELS: Readonly<Record<Plan, string>> = {
  free: "Free",
  pro: "Pro",
  business: "Business",
  enterprise: "Enterprise",
};

export const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  "pets:read": "Read animals",
  "pets:write": "Add and change animals",
  "care:read": "Read what only the shelter knows of animals",
  "care:write": "Change what only the shelter knows, hide animals and show them",
  "history:read": "Read the history of animals",
  "orders:read": "Read adoptions",
  "orders:write": "Place and change adoptions",
  "applications:create": "Send applications",
  "applications:read": "Read applications",
  "applications:write": "Change applications",
  admin: "Keys and people",
};

const RESOURCES = { pets: "animals", care: "care", orders: "adoptions" } as const;

/** Says in short what a key may do: "Animals, adoptions (read only)". */
export function permissionWords(scopes: KeySummary["scopes"]): string {
  const parts = keysOf(RESOURCES).flatMap((resource) => {
    const [mayRead, mayWrite] = [scopes.includes(`${resource}:read`), scopes.includes(`${resource}:write`)];
    if (!mayRead && !mayWrite) return [];
    const name = RESOURCES[resource];
    return [mayRead && mayWrite ? name : `${name} (${mayRead ? "read" : "write"} only)`];
  });
  const words = [...parts, ...(scopes.includes("history:read") ? ["history"] : [])].join(", ");
  return words === "" ? "No permissions" : capitalized(words);
}

/** Says when a key expires, in UTC: "expires 5 Dec 2030". */
export function expiryWords({ expiresAt, state }: Pick<KeySummary, "expiresAt" | "state">): string {
  if (expiresAt === null) return "never expires";
  return `${state === "expired" ? "expired" : "expires"} ${shortDateWords(new Date(expiresAt))}`;
}

export const SCOPE_HINTS: Readonly<Record<(typeof SCOPES)[number], string>> = {
  "pets:read": "See the animals of the public pages, with their photos and stories",
  "pets:write": "Add animals, change and remove them",
  "care:read": "See microchips, numbers, locations and notes, and why an animal is not public",
  "care:write": "Change microchips, numbers, locations and notes, hide animals and show them",
  "history:read": "See what was done to animals, by whom, and which were removed",
  "orders:read": "See which animals are being adopted, and when they are handed over",
  "orders:write": "Start adoptions, set the hand-over, complete, cancel and return",
};

export const KEY_STATE_TONES = {
  active: "green",
  suspended: "amber",
  expired: "amber",
  revoked: "grey",
} as const satisfies Record<KeySummary["state"], string>;

export const KEY_STATE_LABELS: Readonly<Record<KeySummary["state"], string>> = {
  active: "Active",
  suspended: "Banned",
  expired: "Expired",
  revoked: "Revoked",
};

export function planLabel(plan: Plan): string {
  if (plan === "enterprise") return "Enterprise: limits you set";
  const { perMinute, perDay } = PLAN_LIMITS[plan];
  return `${PLAN_LABELS[plan]}: ${formatCount(perMinute)} a minute, ${formatCount(perDay)} a day`;
}

export function formatCount(count: number): string {
  return count.toLocaleString("en");
}

/** Returns the line below the heading of the keys. */
export function keysHeadline(keys: readonly Pick<KeySummary, "state">[]): string {
  const working = keys.filter(({ state }) => state === "active" || state === "suspended").length;
  const count = `${formatCount(keys.length)} ${keys.length === 1 ? "key" : "keys"}`;
  return working === keys.length ? count : `${count}, of which ${formatCount(working)} can be used`;
}

const RECENT_DAYS = 7;

export function usedWords({ usage, lastUsedAt }: Pick<KeyDetail, "usage" | "lastUsedAt">, now: Date): string {
  if (lastUsedAt === null) return "No program has used this key yet.";
  const recent = usage.slice(-RECENT_DAYS).reduce((sum, { requests, refused }) => sum + requests + refused, 0);
  const count = recent === 0 ? "no requests" : recent === 1 ? "1 request" : `${formatCount(recent)} requests`;
  return `It was last used ${agoWords(new Date(lastUsedAt), now)}, with ${count} in the last ${RECENT_DAYS} days.`;
}

const PATHS: readonly [Scope, string][] = [
  ["pets:read", "/v1/pets?limit=3"],
  ["orders:read", "/v1/store/orders?limit=3"],
  ["history:read", "/v1/pets/removed?limit=3"],
];

/** A path that a key with these permissions can read. Null if it may only change things, or read the care of one animal. */
export function pathToTry(scopes: readonly Scope[]): string | null {
  return PATHS.find(([scope]) => scopes.includes(scope))?.[1] ?? null;
}
