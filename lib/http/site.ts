import "server-only";
import { headers } from "next/headers";
import { originOf } from "./message";

/** Returns the origin of the site (`originOf`), for links that are used outside the site, such as those in a feed. */
export async function siteOrigin(): Promise<string> {
  const given = await headers();
  return originOf({ host: given.get("host"), header: (name) => given.get(name) });
}
