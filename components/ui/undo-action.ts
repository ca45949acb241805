import { isOnlyPartUndoable, refusalWords } from "@/lib/http/refusal-words";
import { showToast, type Toast, UNDO_MS } from "./toast";

type Undo = {
  about: string;
  take(): Promise<unknown>;
  /** Undoes what was not changed since. */
  takeRest?: () => Promise<unknown>;
};

/** If it fails, it can be tried again. */
export function undoAndReport(undo: Undo): void {
  const { about, take, takeRest } = undo;
  void take().then(
    () => showToast({ text: "Undone.", about }),
    (error: unknown) => {
      const again =
        takeRest && isOnlyPartUndoable(error)
          ? offer("Undo the rest", { ...undo, take: takeRest })
          : offer("Try again", undo);
      showToast({ text: `It was not undone. ${refusalWords(error)}`, about, ...again });
    },
  );
}

export const undoAction = (undo: Undo) => offer("Undo", undo);

function offer(label: string, undo: Undo): Pick<Toast, "action" | "shownMs"> {
  return { action: { label, onSelect: () => undoAndReport(undo) }, shownMs: UNDO_MS };
}
