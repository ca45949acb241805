import { isOnlyPartUndoable, refusalWords } from "@/lib/http/refusal-words";
import { showToast, type Toast, UNDO_MS } from "./toast";

type Options = {
  about: string;
  /** Undoes what was not changed since. */
  undoRest?: () => Promise<unknown>;
};

/** If it fails, it can be tried again. */
export function undoAndReport(take: () => Promise<unknown>, options: Options): void {
  const { about, undoRest } = options;
  void take().then(
    () => showToast({ text: "Undone.", about }),
    (error: unknown) => {
      const again =
        undoRest && isOnlyPartUndoable(error)
          ? offer("Undo the rest", undoRest, options)
          : offer("Try again", take, options);
      showToast({ text: `It was not undone. ${refusalWords(error)}`, about, ...again });
    },
  );
}

export const undoAction = (take: () => Promise<unknown>, options: Options) => offer("Undo", take, options);

function offer(label: string, take: () => Promise<unknown>, options: Options): Pick<Toast, "action" | "shownMs"> {
  return { action: { label, onSelect: () => undoAndReport(take, options) }, shownMs: UNDO_MS };
}
