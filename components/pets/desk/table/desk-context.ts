import { createContext, useContext } from "react";
import type { Latest } from "@/lib/pets/changes/latest-schema";
import type { ListedPet } from "@/lib/pets/list/schema";
import type { PetStatus } from "@/lib/pets/status";
import type { BoundedCount } from "@/lib/values/counts";
import type { Sort } from "@/lib/values/cursor";
import type { SheetPart } from "../../edit/sheet-parts";
import type { RowChange } from "../row-changes/row-change";

/** What the cells of the staff's table need besides their animal. */
type Desk = {
  /** Changes that are in progress or have failed, by animal. */
  unfinished: ReadonlyMap<bigint, RowChange>;
  /** Why animals were not changed in a bulk change, by animal: the end of a sentence after the name. */
  notChanged: ReadonlyMap<bigint, string>;
  latest: ReadonlyMap<bigint, Latest> | undefined;
  /** How many people have an open application, by animal; undefined until that is known. */
  applicants: ReadonlyMap<bigint, BoundedCount> | undefined;
  /** The animals whose changes were typed but not saved. */
  drafts: ReadonlySet<bigint>;
  /** Whether the search is for the number of an animal. */
  isByNumber: boolean;
  /** The search, or an empty string. */
  search: string;
  sort: Sort;
  sortBy(sort: Sort): void;
  setStatus(pet: ListedPet, to: PetStatus): void;
  remove(pet: ListedPet): void;
  /** The URL of this page with the sheet of an animal open. */
  sheetHref(sheet: "edit" | "history", id: bigint): string;
  openSheet(sheet: "edit" | "history" | "adopter", id: bigint, startAt?: SheetPart): void;
};

const Context = createContext<Desk | null>(null);
export const DeskProvider = Context.Provider;

/** What the cells of the staff's table need besides their animal. */
export function useDeskCells(): Desk {
  const desk = useContext(Context);
  if (!desk) throw new Error("a cell of the staff's table is outside of it");
  return desk;
}
