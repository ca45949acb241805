import { KEY_STATE_LABELS, PLAN_LABELS } from "./labels";
import type { KeySummary } from "./schema";

/** Returns the texts by which a key is found: its name, how its secret starts, its state and its plan. */
export function keyTexts({ name, prefix, state, plan }: KeySummary): string[] {
  return [name, prefix, KEY_STATE_LABELS[state], PLAN_LABELS[plan]];
}

/**
 * Returns what to search for. Of a secret, only what the service shows of it is left, so that the rest is neither in
 * the URL nor in the browser's history.
 */
export function withoutSecret(typed: string): string {
  return typed.replaceAll(/(pet_live_[0-9A-Za-z]{4})[0-9A-Za-z]+/g, "$1");
}
