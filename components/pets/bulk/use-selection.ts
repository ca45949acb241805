import { useEffect, useMemo, useRef } from "react";
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
  const ids = useMemo(() => Object.fromEntries(Object.keys(selection).map((id) => [id, true as const])), [selection]);
  /** Those that were not selected before are on the page. */
  const select = (next: Readonly<Record<string, boolean>>) =>
    setSelection((before) => {
      const entries = Object.keys(next).flatMap((id) => {
        const known = before[id] ?? toSelected(pets.find((pet) => pet.id.toString() === id));
        return known ? [[id, known] as const] : [];
      });
      return Object.fromEntries(entries.slice(0, MAX_SELECTED));
    });
  const add = (more: readonly ListedPet[]) =>
    select({ ...ids, ...Object.fromEntries(more.map(({ id }) => [id.toString(), true])) });
  const selectAll = (all: readonly ListedPet[]) =>
    setSelection(Object.fromEntries(all.map((pet) => [pet.id.toString(), selectedOf(pet)])));
  /** Those on the page have the version that it shows. */
  const selected = () => {
    const onPage = new Map(pets.map((pet) => [pet.id.toString(), pet]));
    return Object.values(selection).map((one) => toSelected(onPage.get(one.id)) ?? one);
  };
  const count = Object.keys(selection).length;
  return {
    ids,
    count,
    /** How many are not on this page. */
    elsewhere: count - pets.filter(({ id }) => id.toString() in selection).length,
    select,
    add,
    selectAll,
    selected,
    clear: () => setSelection(NONE),
  };
}

/** What `useSelection` returns. */
export type PetSelection = ReturnType<typeof useSelection>;

const toSelected = (pet: ListedPet | undefined) => pet && selectedOf(pet);

export function selectedOf({ id, name, version = "", status = DEFAULT_STATUS }: ListedPet): Selected {
  return { id: id.toString(), name, version, status };
}
