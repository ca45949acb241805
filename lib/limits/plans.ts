/** The plans (docs/contract.md, "Limits"). */
export const PLANS = ["free", "pro", "business", "enterprise"] as const;
export type Plan = (typeof PLANS)[number];

/** How many requests fit in a UTC minute and in a UTC day. A request has to fit in both. */
export type Limit = { readonly perMinute: number; readonly perDay: number };

/** The limits of the plans that have fixed ones. An enterprise key has its own two numbers. */
export const PLAN_LIMITS: Readonly<Record<Exclude<Plan, "enterprise">, Limit>> = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
};

/** When a key is banned for not waiting after a 429 (docs/contract.md, "Bans"). */
export type BanRules = {
  /** A key is banned after this many requests between a 429 and its reset. */
  readonly strikes: number;
  /** Requests that arrive this soon after the 429 were already in flight and do not count. */
  readonly forgivenMs: number;
  /** How long the first ban, the second and each later one last. */
  readonly stepsMs: readonly number[];
  /** After this long without a ban, the next one counts as the first. */
  readonly forgetMs: number;
};

/** Reads a stored plan. One that this version does not know counts as Business. */
export function planOf(text: string): Plan {
  return PLANS.find((plan) => plan === text) ?? "business";
}

/**
 * Returns the limit of a key. An enterprise key without its own numbers, which cannot be created, gets the Business
 * limit.
 */
export function limitOf(plan: string, perMinute: number | null, perDay: number | null): Limit {
  if (perMinute !== null && perDay !== null) return { perMinute, perDay };
  const known = planOf(plan);
  return PLAN_LIMITS[known === "enterprise" ? "business" : known];
}
