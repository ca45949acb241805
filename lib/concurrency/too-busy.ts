import { codeOf } from "../process/errno";

/** The SQLSTATE of too many connections: a full queue is answered like a database that accepts no more. */
const CODE = "53300";

/** Makes the error of a full queue. */
export function tooBusy(reason = "too many requests are waiting"): Error {
  return Object.assign(new Error(reason), { code: CODE });
}

/** Whether an error is that of a full queue. */
export const isTooBusy = (error: unknown): boolean => codeOf(error) === CODE;
