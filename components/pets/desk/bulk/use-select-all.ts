import { useState } from "react";
import { ApiError } from "@/lib/http/errors";
import { fetchAllThatMatch } from "@/lib/pets/desk/calls";
import type { DeskParams } from "@/lib/pets/desk/params";
import type { PetSelection } from "./use-selection";

/** Selects the animals of all pages, and tells whether that is under way or has failed. */
export function useSelectAll(selection: PetSelection, params: DeskParams) {
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const select = async () => {
    if (state === "busy") return;
    setState("busy");
    try {
      selection.selectAll(await fetchAllThatMatch({ ...params, cursor: "" }));
      setState("idle");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState("failed");
    }
  };
  return { state, select: () => void select() };
}
