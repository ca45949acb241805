import { expect } from "vitest";
import { expectPets, linkOf, type PetAnswer } from "./answers";
import type { Service } from "./service";

/** Follows a link relation to the end and returns every page. `meanwhile` runs during each request. */
export async function walk(service: Service, start: string, rel: "next" | "prev", meanwhile?: () => Promise<unknown>) {
  const pages: ReturnType<typeof expectPets>[] = [];
  let last = start;
  for (let path: string | null = start; path !== null; ) {
    last = path;
    const [answer] = await Promise.all([service.call(`GET ${path}`), meanwhile?.()]);
    pages.push(expectPets(answer));
    const link: URL | null = linkOf(answer, rel);
    if (link) expect(link.origin).toBe(service.origin);
    path = link && link.pathname + link.search;
  }
  return { pages, last };
}

/** Returns the ids on pages, in order. */
export const idsOf = (pages: PetAnswer[][]) => pages.flat().map((pet) => pet.id);
