import * as z from "zod/mini";
import { PLANS, type Plan } from "../limits/plans";
import { now } from "../process/clock";
import { DEFAULT_SCOPES, SCOPES } from "../scopes";
import { changeOf, DateTime, pageOf, wholeNumber } from "../values/schemas";
import { textOf } from "../values/text";
import { DAY_MS } from "../values/time";

export const MAX_REQUESTS = 1_000_000_000;
const Count = wholeNumber(1, MAX_REQUESTS);

export const MAX_EXPIRY_MS = 100 * 366 * DAY_MS;
const EXPIRY_RULE = "must be a date and time in the future, such as 2030-01-31T00:00:00Z";
const Expiry = z.pipe(
  z.iso
    .datetime({ offset: true, error: EXPIRY_RULE })
    .check(z.refine((text) => isWithinReach(Date.parse(text)), { error: EXPIRY_RULE, abort: true })),
  z.transform((text: string) => new Date(text)),
);
const isWithinReach = (time: number) => time > now() && time < now() + MAX_EXPIRY_MS;

export const MAX_KEY_NAME_LENGTH = 100;
const Name = textOf(MAX_KEY_NAME_LENGTH);
export const PlanName = z.enum(PLANS, { error: `must be one of ${PLANS.join(", ")}` });

type Limits = { plan?: Plan | undefined; perMinute?: number | undefined; perDay?: number | undefined };

/** Only the enterprise plan accepts perMinute and perDay, and it needs both. */
const limitRules = <T extends Limits>() => [
  z.refine<T>((key) => key.plan !== "enterprise" || (key.perMinute !== undefined && key.perDay !== undefined), {
    error: "enterprise needs perMinute and perDay",
    path: ["plan"],
  }),
  z.refine<T>((key) => key.plan === "enterprise" || (key.perMinute === undefined && key.perDay === undefined), {
    error: "must be enterprise for perMinute and perDay",
    path: ["plan"],
  }),
  z.refine<T>((key) => (key.perMinute ?? 0) <= (key.perDay ?? Number.POSITIVE_INFINITY), {
    error: "must be at least perMinute",
    path: ["perDay"],
  }),
];

export const NewKey = z
  .strictObject({
    name: Name,
    plan: z._default(PlanName, "free"),
    perMinute: z.optional(Count),
    perDay: z.optional(Count),
    scopes: z._default(
      z
        .array(z.enum(SCOPES, { error: `must be of ${SCOPES.join(", ")}` }), { error: "must be an array" })
        .check(z.minLength(1, "must name at least one"), z.maxLength(SCOPES.length, "must not repeat one")),
      [...DEFAULT_SCOPES],
    ),
    expiresAt: z.optional(Expiry),
  })
  .check(...limitRules());
export type NewKey = z.infer<typeof NewKey>;

export const KeyChange = changeOf({
  name: z.optional(Name),
  plan: z.optional(PlanName),
  perMinute: z.optional(Count),
  perDay: z.optional(Count),
  expiresAt: z.optional(z.nullable(Expiry)),
}).check(...limitRules());
export type KeyChange = z.infer<typeof KeyChange>;

const MAX_GRACE_HOURS = 168;

export const Rotation = z.strictObject({
  graceHours: z._default(wholeNumber(0, MAX_GRACE_HOURS), 24),
});

export const NO_KEY = "There is no key with this id";

export const KeyParams = z.object({
  keyId: z.string().check(z.maxLength(24, NO_KEY), z.regex(/^key_[0-9a-f]{20}$/, NO_KEY)),
});

const Whole = z
  .pipe(z.union([z.number(), z.bigint()]), z.transform(Number))
  .register(z.globalRegistry, { type: "integer", minimum: 0 });
const Day = z.string().register(z.globalRegistry, { format: "date" });

export const KeySecret = z.object({ id: z.string(), key: z.string() });
export type KeySecret = z.infer<typeof KeySecret>;

export const KeySummary = z.object({
  id: z.string(),
  prefix: z.string(),
  name: z.string(),
  plan: PlanName,
  perMinute: Whole,
  perDay: Whole,
  scopes: z.array(z.enum(SCOPES)),
  state: z.enum(["active", "suspended", "expired", "revoked"]),
  createdAt: DateTime,
  expiresAt: z.nullable(DateTime),
  revokedAt: z.nullable(DateTime),
  lastUsedAt: z.nullable(DateTime),
  previousExpiresAt: z.nullable(DateTime),
  requestsToday: Whole,
});
export type KeySummary = z.infer<typeof KeySummary>;
export const KeySummaries = pageOf(KeySummary);

export const LimitNow = z.object({ limit: Whole, remaining: Whole, reset: Whole });

export const DayUse = z.object({ day: Day, requests: Whole, refused: Whole, deprecated: Whole });

export const KeyBan = z.object({
  startedAt: DateTime,
  endsAt: DateTime,
  liftedAt: z.nullable(DateTime),
  reason: z.string(),
});

export const KeySunset = z.object({ date: Day, daysLeft: Whole });

export const KeyDetail = z.extend(KeySummary, {
  minute: LimitNow,
  day: LimitNow,
  usage: z.array(DayUse),
  bans: z.array(KeyBan),
  mayLiftBan: z.boolean(),
  sunset: KeySunset,
});
export type KeyDetail = z.infer<typeof KeyDetail>;
