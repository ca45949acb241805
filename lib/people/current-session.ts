import "server-only";
import { headers } from "next/headers";
import { cache } from "react";
import { findSession } from "./better-auth";

/** Returns the session of the request whose page is being rendered. All parts of the page share one look-up. */
export const currentSession = cache(async () => findSession(await headers()));
