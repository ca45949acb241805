import { useEffect, useRef } from "react";
import * as z from "zod/mini";
import { Selected } from "@/lib/pets/bulk";
import { type DeskParams, isSameFilter } from "@/lib/pets/desk/params";
import { MAX_SELECTED } from "@/lib/pets/desk/queries";
import type { ListedPet } from "@/lib/pets/list/schema";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { useForgetOnLeave, useTabState } from "../../ui/tab-state";

const Selection = z.record(z.string(), Selected);
type Selection = Readonly<z.infer<typeof Selection>>;

const NONE: Selection = {};

/**
 * The selected animals of all pages, kept by a reload. Another filter, search or page ends it: nobody should change a
 * selection that they have forgotten.
 */
export function useSelection(person: string, pets: readonly ListedPet[], params: DeskParams) {
  const name = `pets.selected.${person}`;
  useForgetOnLeave(name);
  const [selection, setSelection] = useTabState<Selection>(name, NONE, Selection);
  const before = useRef(params);
  useEffect(() => {
    if (!isSameFilter(before.current, params)) setSelection(NONE);
    before.current = params;
  }, [params, setSelection]);
  const isSelected = ({ id }: ListedPet) => id.toString() in selection;
  const onPage = pets.filter(isSelected);
  /** From one row of the page to another. */
  const select = (from: number, to: number, isAdded = true) => {
    const range = selectionOf(pets.slice(Math.min(from, to), Math.max(from, to) + 1));
    setSelection((before) => {
      const entries = Object.entries({ ...before, ...range }).filter(([id]) => isAdded || !(id in range));
      return Object.fromEntries(entries.slice(0, MAX_SELECTED));
    });
  };
  const count = Object.keys(selection).length;
  return {
    isSelected,
    count,
    countOnPage: onPage.length,
    select,
    selectAll: (all: readonly ListedPet[]) => setSelection(selectionOf(all)),
    /** Those on the page have the version that it shows. */
    selected: () => Object.values({ ...selection, ...selectionOf(onPage) }),
    clear: () => setSelection(NONE),
  };
}

export type PetSelection = ReturnType<typeof useSelection>;

const selectionOf = (pets: readonly ListedPet[]) =>
  Object.fromEntries(pets.map((pet) => [String(pet.id), selectedOf(pet)]));

export function selectedOf({ id, name, version = "", status = DEFAULT_STATUS }: ListedPet): Selected {
  return { id: id.toString(), name, version, status };
}
