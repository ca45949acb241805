import { PLAN_LABELS, SCOPE_LABELS } from "../keys/words";
import { hoursText } from "../shelter/hours";
import { Shelter } from "../shelter/schema";
import { HOUR_SECONDS } from "../values/time";
import { dateWords, timeWords } from "../values/time-words";
import type { SettingAction, SettingChange, SignIn, SignInEvent } from "./schema";

export const ACTION_WORDS: Readonly<Record<SettingAction, string>> = {
  "key.create": "created the key",
  "key.change": "changed the key",
  "key.rotate": "created a new secret for the key",
  "key.end_earlier": "ended the earlier secrets of the key",
  "key.revoke": "revoked the key",
  "key.unban": "lifted the ban of the key",
  "person.add": "added",
  "person.invite": "invited",
  "person.invite_again": "made another invitation link for",
  "person.accept_invitation": "accepted the invitation",
  "person.name": "changed the name of",
  "person.role": "changed the role of",
  "person.disable": "disabled",
  "person.enable": "enabled",
  "person.password": "gave a new password to",
  "person.password_change": "changed their own password",
  "person.sign_out": "signed out everywhere",
  "shelter.change": "changed the shelter",
  "category.create": "added the kind",
  "category.change": "changed the kind",
  "category.remove": "removed the kind",
  "mail.test": "sent themselves a test e-mail",
  "application.delete": "deleted an application",
};

export const SIGN_IN_WORDS: Readonly<Record<SignInEvent, string>> = {
  signed_in: "signed in",
  failed: "failed to sign in as",
  signed_out: "signed out",
  signed_out_elsewhere: "signed out all other devices",
  signed_out_device: "signed out another device",
  link_requested: "asked for a link to a new password for",
};

/** Such as "from 192.0.2.1, 10 failed within an hour". */
export const signInDetails = ({ address, tries }: SignIn): string =>
  [address && `from ${address}`, tries > 1 && `${tries} failed within an hour`].filter(Boolean).join(", ");

const FIELD_WORDS: Readonly<Record<string, string>> = {
  expiresAt: "expires",
  perMinute: "requests a minute",
  perDay: "requests a day",
  postalCode: "postal code",
  email: "e-mail",
  openingHours: "opening hours",
  replyDays: "days to answer",
  adoptionNotes: "notes for adopters",
  scopes: "permissions",
  graceHours: "the old secret",
  words: "other words",
};

/** What was set with a new key, secret or kind. */
export const isNew = ({ action }: SettingChange) => ["key.create", "key.rotate", "category.create"].includes(action);

/** The fields that the sentence does not say. */
export function settingValues({ subject, action, changes }: SettingChange) {
  const isSaid = (field: string) =>
    (subject === "person" && field !== "name") || (action.endsWith(".create") && field === "name");
  return Object.entries(changes)
    .filter(([field]) => !isSaid(field))
    .map(([field, { from, to }]) => ({
      name: FIELD_WORDS[field] ?? field,
      from: valueWords(field, from),
      to: valueWords(field, to),
    }));
}

function valueWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return field === "expiresAt" ? "never" : "nothing";
  if (field === "plan") return labelOf(PLAN_LABELS, value);
  if (field === "scopes" && Array.isArray(value))
    return value.map((scope) => labelOf(SCOPE_LABELS, scope).toLowerCase()).join(", ");
  if (Array.isArray(value)) return value.join(", ") || "nothing";
  if (field === "graceHours")
    return value === 0n ? "ended immediately" : `works for another ${timeWords(Number(value) * HOUR_SECONDS)}`;
  if (field === "expiresAt") return dateWords(new Date(String(value)));
  const hours = field === "openingHours" ? Shelter.shape.openingHours.safeParse(value).data : null;
  if (hours) return hoursText(hours);
  return typeof value === "bigint" ? value.toLocaleString("en") : String(value);
}

const labelOf = (labels: Readonly<Record<string, string>>, value: unknown): string =>
  labels[String(value)] ?? String(value);
