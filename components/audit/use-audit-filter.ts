import { usePathname, useRouter, useSearchParams } from "next/navigation";
import type { AuditFilter } from "@/lib/audit/calls";
import { ABOUT, type About } from "@/lib/audit/schema";
import { parseInt64 } from "@/lib/values/int64";

/** The times since which changes are listed, in days. */
export const TIMES = { 1: "Last 24 hours", 7: "Last 7 days", 30: "Last 30 days", 90: "Last 90 days" };

/** What changes can be about. "settings" are keys, people and settings. */
export const SUBJECTS = ["pets", "applications", "orders", "settings", "sign_ins"] as const;

/** Whether the audit has this subject. The others have histories, which can be filtered by animal. */
export const isAudited = (about: (typeof SUBJECTS)[number] | undefined) => about === "settings" || about === "sign_ins";

/** What changes of settings can be about. */
export const WHATS = ABOUT.filter((what): what is Exclude<About, "sign_ins"> => what !== "sign_ins");

/**
 * What the changes on the page are about (everything, if undefined), the filter in the URL, and functions that change
 * it.
 */
export function useAuditFilter() {
  const params = useSearchParams();
  const router = useRouter();
  const path = usePathname();
  const days = Number(params.get("days"));
  const about = SUBJECTS.find((one) => one === params.get("about"));
  const filter: AuditFilter = {
    who: params.get("who") ?? undefined,
    what: WHATS.find((what) => what === params.get("what")),
    days: Object.hasOwn(TIMES, days) ? days : undefined,
    petId: isAudited(about) ? undefined : parseInt64(params.get("petId") ?? "")?.toString(),
  };
  const change = (name: keyof AuditFilter, value: string) => {
    const next = new URLSearchParams(params);
    if (value === "") next.delete(name);
    else next.set(name, value);
    router.replace(`${path}?${next}`, { scroll: false });
  };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const clear = () => router.replace(about ? `${path}?about=${about}` : path, { scroll: false });
  return { about, filter, isFiltered, change, clear };
}
