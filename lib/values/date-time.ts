import * as z from "zod/mini";

/** A time in ISO 8601, as in bodies. */
export const DateTime = z.string().register(z.globalRegistry, { format: "date-time" });
