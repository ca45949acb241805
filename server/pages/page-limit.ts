import type { Verdict } from "@/lib/limits/bucket";
import { limiter } from "@/lib/limits/limiter";
import { type Subject, subjectOfAddress } from "@/lib/limits/memory";
import { settings } from "@/lib/process/settings";

/** Charges an IP address for a page or a document. Pages have their own limit, separate from the API's. */
export function limitPage(address: string): Promise<Verdict> {
  return limiter().charge(pageSubject(address));
}

/** Returns the refusal that the next page would get, as far as this process knows, or null. Charges nothing. */
export function pageRefusal(address: string): Verdict | null {
  return limiter().refusalFor(pageSubject(address));
}

function pageSubject(address: string): Subject {
  return subjectOfAddress("page", address, settings().PAGE_LIMIT);
}
