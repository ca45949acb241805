import { KEY_STATE_LABELS, PLAN_LABELS } from "./labels";
import type { KeySummary } from "./schema";

/** Returns the strings that a search for keys looks at: name, start of the secret, state and plan. */
export function keyTexts({ name, prefix, state, plan }: KeySummary): string[] {
  return [name, prefix, KEY_STATE_LABELS[state], PLAN_LABELS[plan]];
}

/**
 * Returns what to search for. A pasted secret is cut to the part that the service shows, so that the rest is neither in
 * the URL nor in the browser's history.
 */
export function withoutSecret(typed: string): string {
  return typed.replaceAll(/(pet_live_[0-9A-Za-z]{4})[0-9A-Za-z]+/g, "$1");
}
