import "server-only";
import { headers } from "next/headers";
import { cache } from "react";
import { readSession } from "./session";

/** The session of the page that is being rendered, looked up once for all its parts. */
export const currentSession = cache(async () => readSession(await headers()));
