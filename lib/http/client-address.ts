import { isIPv4, isIPv6 } from "node:net";
import { log } from "../process/log";
import { settings } from "../process/settings";
import { singleton } from "../process/singleton";

/** In this header our server passes the client's IP address to Next.js. It overwrites what a client sends. */
export const CLIENT_ADDRESS_HEADER = "x-client-address";

const server = singleton("client-address", () => ({ inFront: false }));

/** Our server is in front of Next.js in this process, so its header can be trusted. */
export function trustClientAddressHeader(): void {
  server.inFront = true;
}

/** Without our server in front, only a trusted proxy knows the address. */
export function clientAddress(headers: Headers): string {
  if (server.inFront) return headers.get(CLIENT_ADDRESS_HEADER) ?? "unknown";
  const hops = settings().TRUSTED_PROXIES;
  return hops === 0 ? "unknown" : findClientAddress(undefined, headers.get("x-forwarded-for") ?? undefined, hops - 1);
}

/**
 * The peer of the connection or, behind `hops` trusted proxies, the entry of X-Forwarded-For that the outermost of them
 * added. Entries to its left come from the client and prove nothing.
 */
export function findClientAddress(peer: string | undefined, forwardedFor: string | undefined, hops: number): string {
  if (hops === 0 && peer) {
    if (forwardedFor !== undefined) warnAboutProxies();
    return withoutMapping(peer);
  }
  const chain = [...(forwardedFor ?? "").split(",").map((entry) => entry.trim()), peer ?? ""].filter(Boolean);
  const found = parseAddress(chain[Math.max(0, chain.length - 1 - hops)] ?? "");
  return found ?? (peer === undefined ? "unknown" : withoutMapping(peer));
}

function warnAboutProxies(): void {
  singleton("forwarded-for-warning", () =>
    log(
      "warn",
      "X-Forwarded-For is ignored, so everybody behind a proxy counts as one IP address: set TRUSTED_PROXIES to the number of proxies in front of the service",
    ),
  );
}

/** The IPv6 form of an IPv4 address, which dual-stack sockets report, becomes IPv4 again. */
const withoutMapping = (address: string) => (address.startsWith("::ffff:") ? address.slice(7) : address);

/**
 * Some proxies add the port, and then put IPv6 in brackets. All spellings of an address give the same text; null for
 * anything else.
 */
function parseAddress(text: string): string | null {
  const [, v6, v4] = /^\[([\da-f:.]{2,45})\](?::\d{1,5})?$|^([\d.]{7,15}):\d{1,5}$/i.exec(text) ?? [];
  const address = v6 ?? v4 ?? text;
  if (isIPv4(address)) return address;
  if (!isIPv6(address) || !URL.canParse(`http://[${address}]/`)) return null;
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonical);
  if (!mapped) return canonical;
  const bytes = mapped.slice(1).flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes.join(".");
}

/** Addresses that are counted together, and how many times the limit of a single caller they get. */
type AddressBlock = { block: string; factor: number };

/** What is kept of the fourth group, narrow blocks first. */
const IPV6_BLOCKS = [
  { bits: 64, fourthGroup: 0xffff, factor: 1 },
  { bits: 56, fourthGroup: 0xff00, factor: 4 },
  { bits: 48, fourthGroup: 0, factor: 16 },
];

/**
 * A single IPv4 address, or the IPv6 /64, /56 and /48, narrow ones first. A home has up to 256 networks of /64, and a
 * free tunnel gives 65,536.
 */
export function addressBlocks(address: string): [AddressBlock, ...AddressBlock[]] {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (!isIPv6(v4)) return [{ block: v4, factor: 1 }];
  const [head = "", tail] = address.split("::");
  const groups = head ? head.split(":") : [];
  // `::` stands for as many zero groups as are missing.
  const after = tail ? tail.split(":") : [];
  if (tail !== undefined) groups.push(...Array.from({ length: 8 - groups.length - after.length }, () => "0"), ...after);
  const [first, second, third, fourth] = groups.map((group) => Number.parseInt(group, 16));
  const blocks = IPV6_BLOCKS.map(({ bits, fourthGroup, factor }) => {
    const kept = [first, second, third, (fourth ?? 0) & fourthGroup].map((group) => group?.toString(16));
    return { block: `${kept.join(":")}::/${bits}`, factor };
  });
  return blocks as [AddressBlock, ...AddressBlock[]];
}

/** For what has to be shared out at an instant: all of the widest block is one caller. */
export const widestBlock = (address: string): string => addressBlocks(address).at(-1)?.block ?? address;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

export const isLoopback = (host: string): boolean => LOOPBACK.test(host);
