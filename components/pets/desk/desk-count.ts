import { categoryPlural, STATUS_LABELS } from "@/lib/pets/categories";
import type { DeskParams } from "@/lib/pets/desk/params";
import { MAX_COUNT, type PetCounts } from "@/lib/pets/list/counts";
import { PET_STATUSES } from "@/lib/pets/status";

/** A count as people read it; counting stops at 1,000. */
export function countWords(count: number, more: boolean): string {
  return more || count > MAX_COUNT ? `${MAX_COUNT.toLocaleString("en")}+` : count.toLocaleString("en");
}

/** How many animals a filter by status and kind has; null when the counts do not tell. */
export function countOf({ status, kind }: DeskParams, counts: PetCounts | undefined): string | null {
  if (!counts) return null;
  let [total, more] = [0, false];
  for (const one of status ? [status] : PET_STATUSES) {
    const ofStatus = counts[one];
    const found =
      kind === ""
        ? { count: ofStatus.total, more: ofStatus.more }
        : ofStatus.categories.find(({ categoryId }) => categoryId.toString() === kind);
    if (!found) return null;
    total += found.count;
    more ||= found.more;
  }
  return countWords(total, more);
}

/** Says how many animals a list has, and by what it is filtered. */
export function resultWords(count: string, { q, kind, status }: DeskParams): string {
  const plural = /^-?\d+$/.test(kind) ? categoryPlural(BigInt(kind)) : "animals";
  const what = [status ? STATUS_LABELS[status].label.toLowerCase() : null, count === "1" ? singular(plural) : plural];
  return `${count} ${what.filter(Boolean).join(" ")}${q === "" ? "" : ` with “${q}” in the name`}`;
}

const singular = (plural: string) =>
  plural === "animals of this kind" ? "animal of this kind" : plural.replace(/s$/, "");
