import { ApiError } from "@/lib/http/errors";

/** A refusal that asks to wait. */
export const BUSY = new ApiError("rate_limited", "The rate limit is exceeded", { "retry-after": "99" });
