import * as z from "zod/mini";
import { SCOPES } from "../scopes";

/** The plans of the contract ("Rate limits by plan"). */
export const PLANS = ["free", "pro", "business", "enterprise"] as const;

const COUNT_RULE = "must be a whole number from 1 to 1000000000";
const Count = z.int({ error: COUNT_RULE }).check(z.gte(1, COUNT_RULE), z.lte(1_000_000_000, COUNT_RULE));

/** What it takes to create an API key. Enterprise needs its own two numbers; the other plans have theirs. */
export const NewKey = z
  .strictObject({
    name: z
      .string({ error: "is required" })
      .check(z.trim(), z.minLength(1, "is required"), z.maxLength(100, "must have at most 100 characters")),
    plan: z._default(z.enum(PLANS, { error: `must be one of ${PLANS.join(", ")}` }), "free"),
    perMinute: z.optional(Count),
    perDay: z.optional(Count),
    scopes: z._default(
      z
        .array(z.enum(SCOPES, { error: `must be of ${SCOPES.join(", ")}` }))
        .check(z.minLength(1, "must name at least one")),
      [...SCOPES],
    ),
    expiresAt: z.optional(z.date()),
  })
  .check(
    z.refine((key) => key.plan !== "enterprise" || (key.perMinute !== undefined && key.perDay !== undefined), {
      error: "enterprise needs per-minute and per-day",
      path: ["plan"],
    }),
    z.refine((key) => key.plan === "enterprise" || (key.perMinute === undefined && key.perDay === undefined), {
      error: "per-minute and per-day belong to the enterprise plan",
      path: ["plan"],
    }),
    z.refine((key) => key.expiresAt === undefined || key.expiresAt.getTime() > Date.now(), {
      error: "must be in the future",
      path: ["expiresAt"],
    }),
  );
export type NewKey = z.infer<typeof NewKey>;
