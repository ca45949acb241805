import * as z from "zod/mini";

/** No body: what a 204 has. */
export const NoBody = z.undefined();

/** The body `{}`, for requests that have nothing to say. */
export const EmptyObject = z.strictObject({});
