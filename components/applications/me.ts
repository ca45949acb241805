import type { Role } from "@/lib/people/schema";

/** Who looks at the page. */
export type Me = { id: string; role: Role };
