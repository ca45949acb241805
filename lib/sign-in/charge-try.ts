import "server-only";
import { ApiError } from "../http/errors";
import { type Charge, chargeAll, type WindowLimit } from "../limits/window-store";
import { timeWords } from "../values/time-words";

/** Charges an attempt to each of the limits. @throws ApiError rate_limited with Retry-After */
export async function chargeTry(limits: readonly WindowLimit[]): Promise<Charge[]> {
  const result = await chargeAll(limits);
  if ("charges" in result) return result.charges;
  const { retryAfterSeconds } = result;
  throw new ApiError("rate_limited", `Too many attempts. Try again in ${timeWords(retryAfterSeconds)}.`, {
    "Retry-After": String(retryAfterSeconds),
  });
}
