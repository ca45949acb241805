/** The plans of the contract ("Rate limits by plan"). */
export const PLANS = ["free", "pro", "business", "enterprise"] as const;
export type Plan = (typeof PLANS)[number];

/** How many requests fit into a UTC minute and into a UTC day; a request has to fit into both. */
export type Limit = { readonly perMinute: number; readonly perDay: number };

/** The limits of the plans that have fixed ones; an enterprise key has its own two numbers. */
export const PLAN_LIMITS: Readonly<Record<Exclude<Plan, "enterprise">, Limit>> = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
};

/** When a key is suspended for asking on after a 429 (contract, "Exceeding the limit", 3). Times in milliseconds. */
export type BanRules = {
  /** So many requests after a 429 and before its reset suspend the key. */
  readonly strikes: number;
  /** Requests that came this soon after the 429 were in flight: they do not count. */
  readonly forgivenMs: number;
  /** How long the first, the second and every later suspension takes. */
  readonly stepsMs: readonly number[];
  /** Without a suspension for this long, the next one counts as the first again. */
  readonly forgetMs: number;
};

/** The limit of a key. An enterprise key without numbers of its own, which cannot be created, gets those of Business. */
export function limitOf(plan: string, perMinute: number | null, perDay: number | null): Limit {
  if (perMinute !== null && perDay !== null) return { perMinute, perDay };
  return PLAN_LIMITS[plan as keyof typeof PLAN_LIMITS] ?? PLAN_LIMITS.business;
}
