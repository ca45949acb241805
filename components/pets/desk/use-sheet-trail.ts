import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/lib/http/errors";
import { type DeskParams, filterOf } from "@/lib/pets/desk/params";
import { deskPageQuery } from "@/lib/pets/desk/queries";
import type { PetsPage } from "@/lib/pets/list/schema";
import { useProgress } from "../../ui/navigation/progress-bar";
import type { SheetTrail } from "../edit/sheet-trail-buttons";
import type { PetsDesk } from "./use-desk";
import type { Sheets } from "./use-sheets";

type ShownList = { page: PetsPage; params: DeskParams };

/**
 * The neighbours of the edited animal in the list as it is filtered and sorted, also on the pages before and after. An
 * animal that leaves the list while its sheet is open keeps its neighbours.
 */
export function useSheetTrail(
  { params, query, setCursor }: PetsDesk,
  { edited: petId, ...sheets }: Sheets,
): SheetTrail | null {
  const { hasFailed, read } = usePageReader(petId);
  const [last, setLast] = useState<ShownList | null>(null);
  const { data: page, isPlaceholderData } = query;
  const has = (shown: PetsPage) => shown.pets.some(({ id }) => id === petId);
  const isHere = page !== undefined && !isPlaceholderData && has(page);
  useEffect(() => {
    if (isHere) setLast({ page, params });
  }, [isHere, page, params]);
  const shown = isHere ? { page, params } : last && filterOf(last.params) === filterOf(params) ? last : null;
  const at = shown?.page.pets.findIndex(({ id }) => id === petId) ?? -1;
  const pet = shown?.page.pets[at];
  if (!shown || !pet) return null;
  const { pets, prev, next } = shown.page;
  /** Shows another animal in the sheet, and the page of the list that has it. */
  const goTo = (id: bigint, cursor: string) => {
    setCursor(cursor, { history: "replace" });
    sheets.goTo(id);
  };
  const neighbour = (to: number, cursor: string | null, end: 0 | -1) => {
    const beside = pets[to];
    if (beside) return () => goTo(beside.id, shown.params.cursor);
    if (cursor === null) return null;
    return () =>
      void read({ ...shown.params, cursor }, (found) => {
        const first = found.pets.at(end);
        if (first) goTo(first.id, cursor);
      });
  };
  return { name: pet.name, hasFailed, previous: neighbour(at - 1, prev, -1), next: neighbour(at + 1, next, 0) };
}

/** Reads another page of the list. Does nothing more if the sheet shows another animal by then. */
function usePageReader(petId: bigint | null) {
  const client = useQueryClient();
  const [state, setState] = useState<"idle" | "reading" | "failed">("idle");
  const current = useRef(petId);
  useEffect(() => {
    current.current = petId;
    setState("idle");
  }, [petId]);
  useProgress(state === "reading");
  const read = async (params: DeskParams, onFound: (page: PetsPage) => void) => {
    if (state === "reading") return;
    setState("reading");
    try {
      const page = await client.fetchQuery(deskPageQuery(params));
      if (current.current === petId) onFound(page);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (current.current === petId) setState("failed");
    }
  };
  return { hasFailed: state === "failed", read };
}
