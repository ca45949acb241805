import * as z from "zod/mini";
import { PLANS } from "../limits/plans";
import { now } from "../process/clock";
import { SCOPES } from "../scopes";
import { parseInt64 } from "../values/schemas";
import { typedText } from "../values/text";
import {
  type KeyChange,
  type KeyDetail,
  MAX_EXPIRY_MS,
  MAX_KEY_NAME_LENGTH,
  MAX_REQUESTS,
  type NewKey,
} from "./schema";

const COUNT_RULE = `Enter a whole number from 1 to ${MAX_REQUESTS.toLocaleString("en")}`;
const Values = z.object({
  name: typedText(MAX_KEY_NAME_LENGTH, { what: "The name", empty: "Enter a name" }),
  plan: z.enum(PLANS),
  /** Used only by the enterprise plan, like `perDay`. */
  perMinute: z.string(),
  perDay: z.string(),
  scopes: z.array(z.enum(SCOPES)).check(z.minLength(1, "Choose at least one permission")),
  /** A date such as 2030-01-31, or empty. */
  expires: z.string(),
});

export type KeyValues = z.infer<typeof Values>;

export const EMPTY_KEY: KeyValues = {
  name: "",
  plan: "free",
  perMinute: "",
  perDay: "",
  // A key that can change animals is a separate choice.
  scopes: ["pets:read"],
  expires: "",
};

const isEnterprise = ({ plan }: KeyValues) => plan === "enterprise";
const isCount = (count: number | null) => count !== null && count >= 1 && count <= MAX_REQUESTS;

/** A last day in the past is allowed if it was not changed. */
export function keyForm(before: KeyValues = EMPTY_KEY) {
  return Values.check(
    z.refine((key) => !isEnterprise(key) || isCount(toCount(key.perMinute)), {
      error: COUNT_RULE,
      path: ["perMinute"],
    }),
    z.refine((key) => !isEnterprise(key) || isCount(toCount(key.perDay)), { error: COUNT_RULE, path: ["perDay"] }),
    z.refine((key) => !isEnterprise(key) || (toCount(key.perMinute) ?? 0) <= (toCount(key.perDay) ?? Infinity), {
      error: "The limit per day must not be below the limit per minute",
      path: ["perDay"],
    }),
    z.refine((key) => key.expires === before.expires || isAhead(key.expires), {
      error: "Choose a day that has not passed",
      path: ["expires"],
    }),
  );
}

export function toNewKey(values: KeyValues): NewKey {
  const { name, scopes, expires } = values;
  return { name: name.trim(), ...planIn(values), scopes, ...(expires !== "" && { expiresAt: endOf(expires) }) };
}

export function toKeyValues({ name, plan, perMinute, perDay, scopes, expiresAt }: KeyDetail): KeyValues {
  const ownLimits = plan === "enterprise" ? { perMinute: String(perMinute), perDay: String(perDay) } : {};
  return { ...EMPTY_KEY, name, plan, ...ownLimits, scopes, expires: expiresAt?.slice(0, 10) ?? "" };
}

export function toKeyChange(before: KeyValues, after: KeyValues): KeyChange | null {
  const differs = (field: keyof KeyValues) => before[field] !== after[field];
  const isOther = differs("plan") || (isEnterprise(after) && (differs("perMinute") || differs("perDay")));
  const change = {
    ...(differs("name") && { name: after.name.trim() }),
    ...(isOther && planIn(after)),
    ...(differs("expires") && { expiresAt: after.expires === "" ? null : endOf(after.expires) }),
  };
  return Object.keys(change).length === 0 ? null : change;
}

function planIn({ plan, perMinute, perDay }: KeyValues): Pick<NewKey, "plan" | "perMinute" | "perDay"> {
  if (plan !== "enterprise") return { plan };
  return { plan, perMinute: toCount(perMinute) ?? 0, perDay: toCount(perDay) ?? 0 };
}

/** Parses a number that may have thousands separators, such as 10,000. */
function toCount(text: string): number | null {
  const count = parseInt64(text.replace(/[\s,]/g, ""));
  return count === null ? null : Number(count);
}

const endOf = (day: string) => new Date(`${day}T23:59:59Z`);

function isAhead(day: string): boolean {
  const left = day === "" ? 1 : endOf(day).getTime() - now();
  return left > 0 && left < MAX_EXPIRY_MS;
}
