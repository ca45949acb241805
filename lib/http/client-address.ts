import { isIPv6 } from "node:net";
import { env } from "../env";
import { once } from "../global";

/**
 * Request header in which our server passes on the address of the client to Next.js. The server sets it from the
 * connection, and overwrites whatever a client sends.
 */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

const server = once("client-address", () => ({ inFront: false }));

/** Says that our server is in front of Next.js in this process, so that its header can be believed. */
export function believeClientAddressHeader(): void {
  server.inFront = true;
}

/** The address of the client of a request that came through Next.js. Without our server in front only a trusted proxy knows it. */
export function clientAddress(headers: Headers): string {
  if (server.inFront) return headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
  const hops = env().TRUSTED_PROXIES;
  return hops === 0 ? "unknown" : findClientAddress(undefined, headers.get("x-forwarded-for") ?? undefined, hops - 1);
}

/**
 * Finds the address of the client: the peer of the connection or, behind `hops` trusted proxies, what the outermost of
 * them wrote into X-Forwarded-For. Entries further left were sent by the client and prove nothing.
 */
export function findClientAddress(peer: string | undefined, forwardedFor: string | undefined, hops: number): string {
  if (hops === 0 && peer) return peer;
  const chain = [...(forwardedFor ?? "").split(",").map((entry) => entry.trim()), peer ?? ""].filter(Boolean);
  const found = chain[Math.max(0, chain.length - 1 - hops)] ?? "";
  return /^[0-9a-f.:]{2,45}$/i.test(found) ? found : (peer ?? "unknown");
}

/** What an address is counted by: IPv4 as it is, IPv6 by its /64, since one household or server has all of it. */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const groups = head ? head.split(":") : [];
  // `::` stands for as many zero groups as are missing.
  const after = tail ? tail.split(":") : [];
  if (tail !== undefined) groups.push(...Array.from({ length: 8 - groups.length - after.length }, () => "0"), ...after);
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
