import type { Action } from "./schema";

/** What people read instead of the actions' names. */
export const ACTION_WORDS: Readonly<Record<Action, string>> = {
  "key.create": "created the key",
  "key.rotate": "rotated the key",
  "key.revoke": "revoked the key",
  "key.unban": "lifted the suspension of the key",
  "person.add": "added the person",
  "person.role": "changed the role of",
  "person.disable": "disabled",
  "person.enable": "enabled",
  "person.password": "gave a new password to",
  "person.password_change": "changed their own password",
  "person.sign_in": "signed in",
  "person.sign_in_failed": "failed to sign in as",
  "person.sign_out": "signed out",
};
