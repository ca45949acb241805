import "server-only";
import type { Subject } from "../limits/memory";
import type { BanRules } from "../limits/plans";
import type { Settings } from "../process/env";
import { settings } from "../process/settings";
import { DAY_MS } from "../values/time";

/** After this long without a ban, the next one counts as the first. */
const FORGET_MS = DAY_MS;

/** Returns the subject under which an API key is counted. */
export function keySubject({ id, limit, stored }: Pick<Subject, "id" | "limit" | "stored">): Subject {
  return { kind: "key", id, limit, banRules: banRules(), stored };
}

const rulesBySettings = new WeakMap<Settings, BanRules | null>();

/** Returns the rules of bans (docs/contract.md, "Bans"). Cached, because each request with a key asks for them. */
function banRules(): BanRules | null {
  const current = settings();
  let rules = rulesBySettings.get(current);
  if (rules === undefined) {
    const { BAN_STRIKES: strikes, BAN_FORGIVEN_SECONDS, BAN_SECONDS } = current;
    const stepsMs = BAN_SECONDS.map((seconds) => seconds * 1_000);
    rules = strikes === 0 ? null : { strikes, forgivenMs: BAN_FORGIVEN_SECONDS * 1_000, stepsMs, forgetMs: FORGET_MS };
    rulesBySettings.set(current, rules);
  }
  return rules;
}
