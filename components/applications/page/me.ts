import type { Role } from "@/lib/people/schema";

/** The person who views the page. */
export type Me = { id: string; role: Role };
