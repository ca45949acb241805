export const PLANS = ["free", "pro", "business", "enterprise"] as const;
export type Plan = (typeof PLANS)[number];

/** In a UTC minute and in a UTC day. A request has to fit in both. */
export type Limit = { readonly perMinute: number; readonly perDay: number };

/** An enterprise key has its own two numbers. */
export const PLAN_LIMITS: Readonly<Record<Exclude<Plan, "enterprise">, Limit>> = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
};

/** docs/contract.md, "Bans" */
export type BanRules = {
  /** Requests between a 429 and its reset. */
  readonly strikes: number;
  /** Requests this soon after the 429 were already in flight and do not count. */
  readonly forgivenMs: number;
  /** The first ban, the second and each later one. */
  readonly stepsMs: readonly number[];
  /** After this long without a ban, the next one counts as the first. */
  readonly forgetMs: number;
};

/** A plan that this version does not know counts as Business. */
export function planOf(text: string): Plan {
  return PLANS.find((plan) => plan === text) ?? "business";
}

/** An enterprise key without its own numbers, which cannot be created, gets the Business limit. */
export function limitOf(plan: string, perMinute: number | null, perDay: number | null): Limit {
  if (perMinute !== null && perDay !== null) return { perMinute, perDay };
  const known = planOf(plan);
  return PLAN_LIMITS[known === "enterprise" ? "business" : known];
}
