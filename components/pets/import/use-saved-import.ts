import { useCallback, useState } from "react";
import * as z from "zod/mini";
import { randomId } from "@/lib/http/client";
import { fingerprintOf } from "@/lib/pets/import/fingerprint";
import { ImportOutcomes } from "@/lib/pets/import/outcome";
import { FIELDS, guessColumns, readTable } from "@/lib/pets/import/table";
import { saveInTab } from "@/lib/tab-storage";
import { useTabState } from "../../ui/hooks/use-tab-state";

/** The columns of an import, its corrections, and the outcomes of its rows. */
const SavedImport = z.object({
  id: z.string(),
  /** Recognises the text of the rows. Empty without rows. */
  fingerprint: z.string(),
  columns: z.array(z.nullable(z.enum(FIELDS))),
  outcomes: ImportOutcomes,
  /** The line that was sent and has no answer yet. */
  sending: z.nullable(z.int()),
  /**
   * The corrections of the rows, the rows that are left out, and those that were left out at first because they look
   * like an animal that exists.
   */
  edits: z.object({
    cells: z.record(z.string(), z.partialRecord(z.enum(FIELDS), z.string())),
    leftOut: z.array(z.int()),
    alike: z.optional(z.array(z.int())),
  }),
  /**
   * While rows of an earlier import are being corrected: why each was refused, by line. Otherwise all rows are
   * imported.
   */
  again: z.optional(z.record(z.string(), z.string())),
});
export type SavedImport = z.infer<typeof SavedImport>;
const EMPTY: SavedImport = {
  id: "",
  fingerprint: "",
  columns: [],
  outcomes: {},
  sending: null,
  edits: { cells: {}, leftOut: [] },
};

/** Saved separately, because it may be large, and the rest changes with each row. */
const Text = z.object({ text: z.string() });
const NO_TEXT = { text: "" };

export type SaveImport = (next: SavedImport | ((now: SavedImport) => SavedImport)) => void;

/**
 * The pasted text and the state of its import. After a reload, the import continues where it stopped. If the text is
 * too large for the storage of a tab, only its state is saved until the same text is pasted again.
 */
export function useSavedImport(person: string) {
  const [saved, saveState] = useTabState(`pets.import.${person}`, EMPTY, SavedImport);
  const textName = `pets.import-text.${person}`;
  const [{ text }, saveText] = useTabState<z.infer<typeof Text>>(textName, NO_TEXT, Text);
  const [isTextSaved, setTextSaved] = useState(true);
  /** Removes the text from storage, not from the page. */
  const dropText = useCallback(() => {
    saveInTab(textName, null);
    setTextSaved(false);
  }, [textName]);
  const save = useCallback<SaveImport>(
    (next) => {
      if (saveState(next)) return;
      // The text left no room for the outcomes, which matter more: it can be pasted again.
      dropText();
      saveState((now) => now);
    },
    [saveState, dropText],
  );

  const clear = () => {
    saveText(NO_TEXT);
    setTextSaved(true);
    save(EMPTY);
  };
  const setText = (pasted: string) => {
    if (pasted === "") return clear();
    const fingerprint = fingerprintOf(pasted);
    if (saveText({ text: pasted })) setTextSaved(true);
    else dropText();
    const isSame = text === "" && fingerprint === saved.fingerprint;
    if (!isSame) save({ ...EMPTY, id: randomId(), fingerprint, columns: guessColumns(readTable(pasted)) });
  };
  return {
    saved,
    text,
    save,
    setText,
    clear,
    /** Whether a reload would lose the text. */
    isTextAtRisk: !isTextSaved,
    /** Whether the text was too large to survive a reload. */
    isTextMissing: text === "" && saved.fingerprint !== "",
  };
}
