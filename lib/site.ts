import "server-only";
import { headers } from "next/headers";
import { originOf } from "./http/message";

/** The origin under which the reader reached the site: for links that leave it, such as those of a feed or a social card. */
export async function siteOrigin(): Promise<string> {
  const given = await headers();
  return originOf({ host: given.get("host"), header: (name) => given.get(name) });
}
