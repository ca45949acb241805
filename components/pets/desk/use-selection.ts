import { useMemo } from "react";
import * as z from "zod/mini";
import { Selected } from "@/lib/pets/desk/bulk";
import { MAX_SELECTED } from "@/lib/pets/desk/calls";
import type { ListedPet } from "@/lib/pets/list/schema";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { useTabState } from "../../ui/use-tab-state";

const Selection = z.record(z.string(), Selected);
type Selection = Readonly<z.infer<typeof Selection>>;

/** The selected animals of all pages. They are saved in this tab, so that a reload does not lose them. */
export function useSelection(person: string, pets: readonly ListedPet[]) {
  const [selection, setSelection] = useTabState<Selection>(`pets.selected.${person}`, {}, Selection);
  const ids = useMemo(() => Object.fromEntries(Object.keys(selection).map((id) => [id, true as const])), [selection]);
  /** Sets the selection to these ids. Those that were not selected before are on the page. */
  const keep = (next: Readonly<Record<string, boolean>>) =>
    setSelection((before) => {
      const entries = Object.keys(next).flatMap((id) => {
        const known = before[id] ?? toSelected(pets.find((pet) => pet.id.toString() === id));
        return known ? [[id, known] as const] : [];
      });
      return Object.fromEntries(entries.slice(0, MAX_SELECTED));
    });
  const add = (more: readonly ListedPet[]) =>
    keep({ ...ids, ...Object.fromEntries(more.map(({ id }) => [id.toString(), true])) });
  const selectAll = (all: readonly ListedPet[]) =>
    setSelection(Object.fromEntries(all.slice(0, MAX_SELECTED).map((pet) => [pet.id.toString(), selectedOf(pet)])));
  /** The selected animals as the person sees them: those on the page in the version that it shows. */
  const selected = () => {
    const onPage = new Map(pets.map((pet) => [pet.id.toString(), pet]));
    return Object.values(selection).map((one) => toSelected(onPage.get(one.id)) ?? one);
  };
  const count = Object.keys(selection).length;
  const countElsewhere = count - pets.filter(({ id }) => id.toString() in selection).length;
  return { ids, count, countElsewhere, keep, add, selectAll, selected, clear: () => setSelection({}) };
}

const toSelected = (pet: ListedPet | undefined) => pet && selectedOf(pet);

function selectedOf({ id, name, version = "", status = DEFAULT_STATUS, categoryId }: ListedPet): Selected {
  return { id: id.toString(), name, version, status, categoryId: categoryId.toString() };
}
