import { dayWords } from "../../values/time-words";
import type { DeskParams } from "./params";

/** A filter that only links set, such as those of the overview: its words, and the parameters without it. */
type LinkedFilter = { words: string; without: Partial<DeskParams> };

/** Returns the filters of the staff's list that the heading names in words, each with the parameters without it. */
export function linkedFilters({ lacks, adoptedSince, status }: DeskParams): LinkedFilter[] {
  const isDate = !Number.isNaN(Date.parse(adoptedSince));
  const since = isDate ? `since ${dayWords(adoptedSince)}` : "since an unknown day";
  return [
    ...(lacks ? [{ words: `without a ${lacks}`, without: { lacks: null } }] : []),
    ...(adoptedSince ? [{ words: status === "sold" ? since : `adopted ${since}`, without: { adoptedSince: "" } }] : []),
  ];
}
