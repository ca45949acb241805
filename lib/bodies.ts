import * as z from "zod/mini";

/** The body of a 204: none. */
export const NoBody = z.undefined();

/** The body `{}`, for requests without any content. */
export const EmptyObject = z.strictObject({});
