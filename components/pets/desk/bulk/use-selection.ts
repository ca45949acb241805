import { useEffect, useMemo, useRef } from "react";
import * as z from "zod/mini";
import { Selected } from "@/lib/pets/bulk/bulk";
import { MAX_SELECTED } from "@/lib/pets/desk/calls";
import { type DeskParams, isSameFilter } from "@/lib/pets/desk/params";
import type { ListedPet } from "@/lib/pets/list/schema";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { useForgetOnLeave } from "../../../ui/hooks/use-forget-on-leave";
import { useTabState } from "../../../ui/hooks/use-tab-state";

const Selection = z.record(z.string(), Selected);
type Selection = Readonly<z.infer<typeof Selection>>;

const NONE: Selection = {};

/**
 * The selected animals of all pages of a list. A reload keeps them. Another filter or search ends the selection, and so
 * does leaving the page: nobody should change a selection that they have forgotten.
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
  /** Sets the selection to these ids. Those that were not selected before are on the page. */
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
    setSelection(Object.fromEntries(all.slice(0, MAX_SELECTED).map((pet) => [pet.id.toString(), selectedOf(pet)])));
  /** The selected animals as the person sees them: those on the page have the version that it shows. */
  const selected = () => {
    const onPage = new Map(pets.map((pet) => [pet.id.toString(), pet]));
    return Object.values(selection).map((one) => toSelected(onPage.get(one.id)) ?? one);
  };
  const isOnPage = (id: string) => pets.some((pet) => pet.id.toString() === id);
  const count = Object.keys(selection).length;
  return {
    ids,
    count,
    /** The selected animals that are not on this page. */
    elsewhere: Object.values(selection).filter(({ id }) => !isOnPage(id)),
    select,
    keepOnPage: () =>
      select(
        Object.fromEntries(
          Object.keys(ids)
            .filter(isOnPage)
            .map((id) => [id, true]),
        ),
      ),
    add,
    selectAll,
    selected,
    clear: () => setSelection(NONE),
  };
}

/** What `useSelection` returns. */
export type PetSelection = ReturnType<typeof useSelection>;

const toSelected = (pet: ListedPet | undefined) => pet && selectedOf(pet);

function selectedOf({ id, name, version = "", status = DEFAULT_STATUS, categoryId }: ListedPet): Selected {
  return { id: id.toString(), name, version, status, categoryId: categoryId.toString() };
}
