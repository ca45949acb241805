import { isOnlyPartUndoable, refusalWords } from "@/lib/http/refusal-words";
import { showToast, type Toast, UNDO_MS } from "./toast";

type Options = {
  about: string;
  /** Null for failures that it does not know. */
  reasonOf?: (error: unknown) => string | null;
  /** Undoes what was not changed since. */
  undoRest?: () => Promise<unknown>;
};

export const CHANGED_SINCE = "Somebody else has changed it since.";

/** If it fails, it can be tried again. */
export function undoAndReport(take: () => Promise<unknown>, options: Options): void {
  const { about, reasonOf = () => null, undoRest } = options;
  void take().then(
    () => showToast({ text: "Undone.", about }),
    (error: unknown) => {
      const reason = reasonOf(error) ?? refusalWords(error);
      const again =
        undoRest && isOnlyPartUndoable(error)
          ? offer("Undo the rest", undoRest, options)
          : offer("Try again", take, options);
      showToast({ text: `It was not undone. ${reason}`, about, ...again });
    },
  );
}

export const undoAction = (take: () => Promise<unknown>, options: Options) => offer("Undo", take, options);

function offer(label: string, take: () => Promise<unknown>, options: Options): Pick<Toast, "action" | "shownMs"> {
  return { action: { label, onSelect: () => undoAndReport(take, options) }, shownMs: UNDO_MS };
}
