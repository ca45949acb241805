import { PageQuery } from "../../http/paging";
import * as schema from "../../keys/schema";
import { described, named } from "../named";
import { PAGING } from "./common";

described(PageQuery, PAGING);

named(
  schema.PlanName,
  "Plan",
  "How many requests a key may send in a minute and in a day. `enterprise` has its own numbers.",
);

const SET = {
  name: "What the key is for. Histories show it as the author.",
  plan: "Its limits take effect within a second.",
  perMinute: "Requests in a UTC minute. Only the plan `enterprise` takes it, and needs it.",
  perDay: "Requests in a UTC day, at least `perMinute`. Only the plan `enterprise` takes it, and needs it.",
};

named(schema.NewKey, "NewKey", "An API key to create.", {
  ...SET,
  scopes: "What the key may do. They can never be changed: a program that needs others gets another key.",
  expiresAt: "When the key stops working, at most in 100 years. Without it, the key never expires.",
});

named(schema.KeyChange, "KeyChange", "What to change. At least one member is needed; absent ones stay.", {
  ...SET,
  expiresAt: "When the key stops working, at most in 100 years, or null for never.",
});

named(schema.Rotation, "Rotation", "How long the present secret still works.", {
  graceHours: "How long programs may go on with the present secret. With 0, all earlier ones end at once.",
});

named(schema.KeySecret, "KeySecret", "The secret of a key. No other answer ever shows it again.", {
  id: "The id of the key.",
  key: "The API key itself, for `Authorization: Bearer`. The service keeps only its SHA-256.",
});

const SUMMARY = {
  id: "The id of the key, which stays when the key is rotated.",
  prefix: "The beginning of its present secret, by which people recognise it.",
  name: SET.name,
  plan: "Which limits the key has.",
  perMinute: "How many requests it may send in a UTC minute.",
  perDay: "How many requests it may send in a UTC day.",
  scopes: "What the key may do.",
  state: "`suspended` means banned for a while, because the key kept sending requests after a 429.",
  createdAt: "When it was created.",
  expiresAt: "When it stops working. Null means never.",
  revokedAt: "When it was revoked, or null.",
  lastUsedAt: "When the last request came with it. Null if none ever did.",
  previousExpiresAt: "When the last earlier secret stops working, or null if none works.",
  requestsToday: "Requests of this UTC day, without those that were refused over the limit.",
};

named(schema.KeySummary, "KeySummary", "An API key in a list, without its secret.", SUMMARY);

named(schema.KeyDetail, "Key", "An API key with its use, without its secret.", {
  ...SUMMARY,
  minute: "The limit of this minute, as the next answer to the key will say.",
  day: "The limit of this UTC day.",
  usage: "The last 30 UTC days, the oldest first, also those without use.",
  bans: "The last 20 bans, newest first.",
  mayLiftBan: "Whether it is banned now and an admin may end that with `unbanKey`.",
  sunset: "When the deprecated operation `getPet` ends, which `usage` counts.",
});

named(schema.KeySunset, "KeySunset", "The end of a deprecated operation.", {
  date: "The day in UTC from which it answers 410.",
  daysLeft: "How many days are left, or 0.",
});

named(schema.LimitNow, "LimitNow", "What is left of a limit.", {
  limit: "How many requests fit in the window.",
  remaining: "How many are left.",
  reset: "When the window ends, in Unix seconds.",
});

named(schema.DayUse, "DayUse", "How a key was used on one day.", {
  day: "The day in UTC.",
  requests: "Requests that were let through.",
  refused: "Requests that got 429.",
  deprecated: "Those of `requests` that went to a deprecated operation.",
});

named(schema.KeyBan, "KeyBan", "A time in which a key got 429 `key_suspended`.", {
  startedAt: "When it began.",
  endsAt: "When it ends or ended, unless it was lifted.",
  liftedAt: "When an admin or the command line ended it early, or null.",
  reason: "Why, for people.",
});

described(schema.KeyParams, { keyId: "The id of a key: `key_` and 20 hexadecimal digits. Any other text gets 404." });
