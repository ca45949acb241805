import * as z from "zod/mini";
import { fingerprintOf, readFromTab, saveInTab } from "../tab-storage";
import { SECOND_MS } from "../values/time";
import { type Call, callApi, changeSetsOf, randomId } from "./client";
import { ApiError, isCertain } from "./errors";
import { encodeJson } from "./json";
import { isSecretLost, isStillRunning } from "./refusal-words";

/** The last command to a path, until its answer arrives: what recognises its body, and its Idempotency-Key. */
const Unanswered = z.object({ fingerprint: z.string(), key: z.string() });

/** While an earlier attempt is still in progress. */
const MAX_TRIES = 6;
const RUNNING_WAIT_MS = 1.5 * SECOND_MS;

/** `isOne`: until its answer has arrived, another body is an edit of the same thing. */
type Command = Call & { isOne?: boolean };

/**
 * Sends what changes something. Until its answer has arrived, the same command has the same Idempotency-Key, also after
 * a reload: the service carries it out once and repeats its first answer. It refuses an edit (`idempotency_key_reused`)
 * if it has carried out what was sent before that.
 * @throws ApiError; if `isCertain(error)` is false, it may have been carried out
 */
export async function sendCommand<S extends z.ZodMiniType>(path: string, returns: S, { isOne, ...command }: Command) {
  const name = `command ${command.method} ${path} ${command.idempotencyKey ?? ""}`;
  const fingerprint = fingerprintOf(encodeJson(command.body ?? null));
  const earlier = readFromTab(name, Unanswered);
  const isRepeated = earlier !== null && (isOne || earlier.fingerprint === fingerprint);
  const idempotencyKey = command.idempotencyKey ?? (isRepeated ? earlier.key : randomId());
  // Saved before it is sent, because a reload from here on must not lose the key.
  saveInTab(name, { fingerprint, key: idempotencyKey });
  const forget = () => {
    if (readFromTab(name, Unanswered)?.key === idempotencyKey) saveInTab(name, null);
  };
  try {
    const { data, headers } = await sendTwice(() => callApi(path, returns, { ...command, idempotencyKey }));
    forget();
    return { data, headers, changeSets: changeSetsOf(headers) };
  } catch (error) {
    // The refusal of a repetition does not tell whether an earlier attempt was carried out.
    if (isSecretLost(error) || isKeyReused(error) || (isCertain(error) && !isRepeated)) forget();
    throw error;
  }
}

/** What was sent before an edit has been carried out. Whoever sends the edit again wants it as well. */
const isKeyReused = (error: unknown) => error instanceof ApiError && error.code === "idempotency_key_reused";

/** Sends again after a lost answer, unless the device is offline. */
async function sendTwice<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await waitWhileRunning(send);
  } catch (lost) {
    const isLost = lost instanceof ApiError && !isCertain(lost) && Object.keys(lost.headers).length === 0;
    if (!isLost || !navigator.onLine) throw lost;
    return waitWhileRunning(send).catch(() => Promise.reject(lost));
  }
}

async function waitWhileRunning<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (!isStillRunning(error)) throw error;
      if (tries === MAX_TRIES) throw new ApiError("unavailable", "An earlier attempt is still in progress.");
      await new Promise((resolve) => setTimeout(resolve, RUNNING_WAIT_MS));
    }
  }
}
