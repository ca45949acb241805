import { ApiError, type ErrorCode, isCertain, toSentence, withFullStop } from "./errors";

const SECRET_LOST = "Its answer has a secret, and is not stored";
const STILL_RUNNING = "A request with this Idempotency-Key is still running";

/** A part that identifies a message, and what to say instead if it is written for programs. */
const KNOWN: readonly [part: string, words?: string][] = [
  ["An adoption of this animal is open"],
  ["have changed since the import was sent"],
  ["There is a kind"],
  ["is that of the kind"],
  ["kinds already"],
  [". Make it available first", "An adopted animal has to become available first."],
  [": only an available one can be ordered", "This animal is no longer available."],
  ["so it cannot be removed"],
  ["The adopter of this animal is already recorded"],
  ["Undo the removal first"],
  ["Undo the later change first"],
  ["animals were changed since"],
  ["was told about this by e-mail"],
  ["was removed too long ago to be restored"],
  ["photos. Remove one first"],
  ["The photo "],
  ["the hand-over can be set only while an order is open", "This adoption is no longer open."],
  ["handledBy must be the id of a person", "This person can no longer sign in."],
  ["There is already a person with the e-mail address"],
  ["This person is not waiting for an invitation"],
  ["Admins cannot change their own role"],
  ["This is the last admin"],
  ["The password was changed at the same time"],
  [
    "earlier secrets of this key still work",
    "Several earlier secrets of this key still work. End them at once, or wait until the first has ended.",
  ],
  [
    SECRET_LOST,
    "An earlier attempt has created one, but it was lost on the way. Create a new secret for the same key.",
  ],
  [STILL_RUNNING, "An earlier attempt is still in progress. Try again in a moment."],
  ["A revoked key cannot be"],
  ["This key is not banned"],
  ["A ban of this key was lifted within the last day"],
  ["This service sends no mail", "This service sends no mail."],
];

/** Other codes have messages for people, or are handled earlier. */
const BY_CODE: Partial<Readonly<Record<ErrorCode, string>>> = {
  bad_request: "Something that was entered is not accepted. Check every field, then try again.",
  unauthorized: "You were signed out. Sign in, then try again.",
  forbidden: "You do not have permission to do this.",
  password_required: "Enter your password again to do this.",
  not_found: "It is no longer there.",
  gone: "It is no longer there.",
  precondition_failed: "Somebody else has changed it in the meantime.",
  conflict: "Something has changed in the meantime. Load the page again to see it.",
  payload_too_large: "It is too large.",
  idempotency_key_reused: "An earlier attempt with other values may have been successful. Look for it first.",
};

/** The API's own sentences are for programs. */
export function refusalWords(error: unknown): string {
  if (!(error instanceof ApiError) || !isCertain(error) || error.status === 429) return toSentence(error);
  return messageWords(error.message) ?? BY_CODE[error.code] ?? "It was not accepted.";
}

/** An earlier request with the same key was successful, but its secret never arrived. */
export const isSecretLost = (error: unknown) => isConflictWith(error, SECRET_LOST);

export const isStillRunning = (error: unknown) => isConflictWith(error, STILL_RUNNING);

/** Some of the animals of a change set were changed since. */
export const isOnlyPartUndoable = (error: unknown) => isConflictWith(error, "animals were changed since");

const isConflictWith = (error: unknown, part: string) =>
  error instanceof ApiError && error.code === "conflict" && error.message.includes(part);

export const conflictWords = (message = "") => messageWords(message) ?? BY_CODE.conflict ?? "";

function messageWords(message: string): string | null {
  const known = KNOWN.find(([part]) => message.includes(part));
  return known ? (known[1] ?? withFullStop(message)) : null;
}

/** For the test that these messages exist. */
export const KNOWN_PARTS = KNOWN.map(([part]) => part);

export type FieldErrors<F extends string> = Partial<Record<F, string>>;

/** A message of a 400 begins with the name of its field. A 409 has one field at most, `conflicting`. */
export function refusedField<F extends string>(
  error: unknown,
  fields: readonly F[],
  conflicting?: F,
): { field: F; message: string } | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === "conflict" && conflicting) return { field: conflicting, message: refusalWords(error) };
  if (error.status !== 400) return null;
  const field = fields.find((name) => error.message.startsWith(`${name} `));
  return field === undefined ? null : { field, message: sentence(error.message.slice(field.length + 1)) };
}

/** Both read well under any label. */
const sentence = (rule: string) => `${rule.startsWith("is ") ? "This" : "It"} ${rule}.`;
