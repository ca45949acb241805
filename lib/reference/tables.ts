import { STATUS_BY_CODE } from "../http/errors";
import { formatCount, PLAN_LABELS, SCOPE_HINTS } from "../keys/words";
import { PLAN_LIMITS, PLANS } from "../limits/plans";
import { GET_PET_DEPRECATION } from "../pets/schema";
import { keysOf } from "../values/objects";
import { dateWords } from "../values/time-words";
import { ERROR_CODES } from "./error-codes";
import { table } from "./operation-page";

/** In the texts of `docs/api`, between two braces on each side. */
export const PLACEHOLDERS: Readonly<Record<string, string>> = {
  plans: table(
    ["Plan", "Requests a minute", "Requests a day"],
    PLANS.map((plan) => {
      if (plan === "enterprise") return [PLAN_LABELS[plan], "set for each key", "set for each key"];
      const { perMinute, perDay } = PLAN_LIMITS[plan];
      return [PLAN_LABELS[plan], formatCount(perMinute), formatCount(perDay)];
    }),
  ),
  scopes: table(
    ["Scope", "What a key with it may do"],
    keysOf(SCOPE_HINTS).map((scope) => [`\`${scope}\``, SCOPE_HINTS[scope]]),
  ),
  errors: table(
    ["Code", "Status", "When", "What to do"],
    keysOf(ERROR_CODES).map((code) => {
      const { when, remedy } = ERROR_CODES[code];
      return [`\`${code}\``, String(STATUS_BY_CODE[code]), when, remedy];
    }),
  ),
  sunset: dateWords(GET_PET_DEPRECATION.sunset),
};
