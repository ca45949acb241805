import type { Application, ApplicationChange } from "./schema";

/** Who will handle an application. */
export type HandledBy = NonNullable<Application["handledBy"]>;

/**
 * Returns an application as a change will make it, to be shown while the change is on its way. Taking back an approval
 * follows the answer, because the adoption decides about it. So does a handler whose name is not known.
 */
export function expectedAfter(seen: Application, change: ApplicationChange, handler?: HandledBy): Application {
  const { status, handledBy, shipDate = null } = change;
  return {
    ...seen,
    ...(status !== undefined && seen.status !== "approved" && { status }),
    // The id of the adoption follows the answer.
    ...(status === "approved" && seen.status !== "approved" && { order: { status: "open" as const, shipDate } }),
    ...(handledBy === null && { handledBy }),
    ...(handler !== undefined && handledBy === handler.id && { handledBy: handler }),
  };
}
