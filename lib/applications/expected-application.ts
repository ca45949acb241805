import type { Application, ApplicationChange } from "./schema";

/** Who will handle an application. */
export type HandledBy = NonNullable<Application["handledBy"]>;

/**
 * Returns an application as it will be after a change, to show before the answer arrives. Two things appear only with
 * the answer: taking back an approval, which depends on the adoption, and a handler whose name is not known.
 */
export function expectedAfter(seen: Application, change: ApplicationChange, handler?: HandledBy): Application {
  const { status, handledBy, folder, adopter, shipDate = null } = change;
  return {
    ...seen,
    ...(status !== undefined && seen.status !== "approved" && { status }),
    // The id of the adoption comes with the answer.
    ...(status === "approved" && seen.status !== "approved" && { order: { status: "open" as const, shipDate } }),
    ...(folder !== undefined && { folder }),
    ...adopter,
    ...(handledBy === null && { handledBy }),
    ...(handler !== undefined && handledBy === handler.id && { handledBy: handler }),
  };
}
