import * as z from "zod/mini";

/** A moment in ISO 8601, as bodies have it. */
export const DateTime = z.string().register(z.globalRegistry, { format: "date-time" });
