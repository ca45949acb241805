import { useQueryStates } from "nuqs";
import { useState } from "react";
import { SHEET_PARSERS } from "@/lib/pets/desk/params";
import { parseInt64 } from "@/lib/values/int64";
import type { SheetPart } from "../edit/sheet-parts";

const CLOSED = { edit: null, new: null, history: null, adopter: null };

/** The open sheet, which is in the URL: an animal to add or edit, the history of one, or who has adopted one. */
export function useSheets() {
  const [sheet, setSheet] = useQueryStates(SHEET_PARSERS, { history: "push" });
  const [part, setPart] = useState<SheetPart | null>(null);
  return {
    isAdding: sheet.new,
    edited: sheet.edit === null ? null : parseInt64(sheet.edit),
    historyOf: sheet.history === null ? null : parseInt64(sheet.history),
    adopterOf: sheet.adopter === null ? null : parseInt64(sheet.adopter),
    /** Where the sheet of the animal begins; null for its title. */
    startAt: part,
    open: (name: "edit" | "history" | "adopter", id: bigint, startAt: SheetPart | null = null) => {
      setPart(startAt);
      void setSheet({ ...CLOSED, [name]: id.toString() });
    },
    /** Continues with editing the new animal. "Back" does not lead to an empty form. */
    editAdded: (id: bigint) => void setSheet({ ...CLOSED, edit: id.toString() }, { history: "replace" }),
    /** Shows a neighbour of the animal in the sheet. "Back" closes the sheet, as it does for the first animal. */
    goTo: (id: bigint) => {
      setPart(null);
      void setSheet({ ...CLOSED, edit: id.toString() }, { history: "replace" });
    },
    add: () => void setSheet({ ...CLOSED, new: true }),
    close: () => void setSheet(CLOSED),
  };
}

/** What `useSheets` returns. */
export type Sheets = ReturnType<typeof useSheets>;
