import { isIPv6 } from "node:net";

/**
 * Request header in which our server passes on the address of the client. The server sets it from the connection, and
 * overwrites whatever a client sends.
 */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

/** The address of the client, as the server found it. */
export function clientAddress(headers: Headers): string {
  return headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
}

/**
 * Finds the address of the client: the peer of the connection or, behind `hops` trusted proxies, what the outermost of
 * them wrote into X-Forwarded-For. Entries further left were sent by the client and prove nothing.
 */
export function findClientAddress(peer: string | undefined, forwardedFor: string | undefined, hops: number): string {
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
