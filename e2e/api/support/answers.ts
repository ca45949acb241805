import { expect } from "vitest";
import * as z from "zod/mini";
import type { Answer, Service } from "./service";

// The contract's schemas, written again and strictly: an extra member in an answer is a failure.
const Int64 = z.bigint().check(z.gte(-(2n ** 63n)), z.lte(2n ** 63n - 1n));
const Pet = z.strictObject({
  id: Int64,
  name: z.string(),
  categoryId: Int64,
  status: z.optional(z.enum(["available", "pending", "sold"])),
});
const Pets = z.array(
  z.extend(Pet, { version: z.optional(z.string()), profile: z.optional(z.looseObject({ ageGroup: z.unknown() })) }),
);
const ErrorBody = z.strictObject({ code: z.string(), message: z.string().check(z.minLength(1)), status: z.bigint() });

/** An animal in an answer. */
export type PetAnswer = z.infer<typeof Pet>;

/** Checks what all responses have in common. */
export function expectCommon(answer: Answer): void {
  expect(answer.headers["content-type"]).toBe(answer.status === 204 ? undefined : "application/json");
  expect(answer.headers["x-request-id"]).toMatch(/^[\w.:-]{1,64}$/);
  expect(answer.headers["x-content-type-options"]).toBe("nosniff");
  expect(answer.headers["access-control-allow-origin"]).toBe("*");
  expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
  expect(answer.headers.vary).toMatch(/\bAuthorization\b/i);
  expect(answer.headers["set-cookie"]).toBeUndefined();
  expectLimits(answer);
}

/** Returns the limits in the headers of an answer. Checks that X-RateLimit-* and the IETF headers agree. */
export function expectLimits(answer: Answer) {
  const { headers } = answer;
  const number = (name: string) => {
    expect(headers[name], name).toMatch(/^\d+$/);
    return Number(headers[name]);
  };
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((part) => number(`x-ratelimit-${part}`));
  const policy = /^"minute";q=(\d+);w=60, "day";q=(\d+);w=86400$/.exec(String(headers["ratelimit-policy"]));
  const state = /^"minute";r=(\d+);t=(\d+), "day";r=(\d+);t=(\d+)$/.exec(String(headers.ratelimit));
  expect(policy, "RateLimit-Policy").not.toBeNull();
  expect(state, "RateLimit").not.toBeNull();
  const [minute, day] = [Number(state?.[1]), Number(state?.[3])];
  expect([Number(policy?.[1]), Number(policy?.[2])]).toContain(limit);
  expect(remaining).toBe(Math.min(minute, day));
  if (answer.status === 429) {
    expect(remaining).toBe(0);
    expect(number("retry-after")).toBeGreaterThanOrEqual(1);
  } else if (![409, 503].includes(answer.status)) expect(headers["retry-after"]).toBeUndefined();
  return { limit, remaining, reset, minute, day };
}

/** Checks an answer with an animal, and returns it. */
export function expectPet(answer: Answer, status: 200 | 201): PetAnswer {
  expect(answer, answer.text).toMatchObject({ status });
  expectCommon(answer);
  expect(answer.headers["cache-control"]).toBe("private, no-cache");
  return Pet.parse(answer.json);
}

/** Checks an answer with a page of animals, and returns them. */
export function expectPets(answer: Answer): z.infer<typeof Pets> {
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expectCommon(answer);
  expect(answer.headers["cache-control"]).toBe("private, no-cache");
  return Pets.parse(answer.json);
}

/** Checks a refusal: status, headers, and a body of exactly `{code, message, status}`. Returns the message. */
export function expectError(answer: Answer, status: number, code: string, message?: string | RegExp): string {
  expect(answer, answer.text).toMatchObject({ status });
  expectCommon(answer);
  expect(answer.headers["cache-control"]).toBe("no-store");
  const body = ErrorBody.parse(answer.json);
  expect(body).toMatchObject({ code, status: BigInt(status) });
  expect(body.message).not.toMatch(/\bat .+:\d+:\d+|node_modules|prisma|SELECT|<html/i);
  if (typeof message === "string") expect(body.message.slice(0, message.length)).toBe(message);
  else if (message) expect(body.message).toMatch(message);
  return body.message;
}

/** Returns the target of a link relation in an answer's Link header (RFC 8288), or null. */
export function linkOf(answer: Answer, rel: string): URL | null {
  const links = String(answer.headers.link ?? "").split(/,\s*(?=<)/);
  const found = links.find((link) => new RegExp(`;\\s*rel="${rel}"`).test(link));
  return found ? new URL(found.slice(1, found.indexOf(">"))) : null;
}

const Entry = z.strictObject({
  id: z.bigint(),
  at: z.iso.datetime(),
  actor: z.strictObject({ kind: z.string(), name: z.nullable(z.string()) }),
  action: z.string(),
  changes: z.record(z.string(), z.strictObject({ from: z.unknown(), to: z.unknown() })),
  application: z.exactOptional(z.strictObject({ id: z.string(), name: z.string() })),
});

/** Checks an answer with entries of a history, and returns them. */
export function entriesOf(answer: Answer) {
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expectCommon(answer);
  return z.array(Entry).parse(answer.json);
}

/** Follows a link relation to the end and returns every page. `meanwhile` runs during each request. */
export async function walkPages<Entry>(
  service: Service,
  start: string,
  rel: "next" | "prev",
  pageOf: (answer: Answer) => Entry[],
  meanwhile?: () => Promise<unknown>,
) {
  const pages: Entry[][] = [];
  let last = start;
  for (let path: string | null = start; path !== null; ) {
    last = path;
    const [answer] = await Promise.all([service.call(`GET ${path}`), meanwhile?.()]);
    pages.push(pageOf(answer));
    expect(pages.length, "a wrong cursor leads in circles").toBeLessThan(1_000);
    const link: URL | null = linkOf(answer, rel);
    if (link) expect(link.origin).toBe(service.origin);
    path = link && link.pathname + link.search;
  }
  return { pages, last };
}

/** Does the same with a list of animals. */
export const walk = (service: Service, start: string, rel: "next" | "prev", meanwhile?: () => Promise<unknown>) =>
  walkPages(service, start, rel, expectPets, meanwhile);

/** Returns the ids on pages, in order. */
export const idsOf = (pages: { id: bigint }[][]) => pages.flat().map(({ id }) => id);
