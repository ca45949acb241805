import { refusalWords } from "@/lib/http/refusal-words";
import { showToast, type Toast, UNDO_MS } from "./toast";

type Options = {
  /** What the undo is about (`about` of a toast). */
  about: string;
  /** Puts failures of this undo into words. For others, it returns null. */
  reasonOf?: (error: unknown) => string | null;
};

/** The reason why an undo is refused after somebody else's change. */
export const CHANGED_SINCE = "Somebody else has changed it since.";

/** Undoes a change, and reports whether that worked. If not, it can be tried again. */
export function undoAndReport(undo: () => Promise<unknown>, options: Options): void {
  const { about, reasonOf = () => null } = options;
  void undo().then(
    () => showToast({ text: "Undone.", about }),
    (error: unknown) => {
      const reason = reasonOf(error) ?? refusalWords(error);
      showToast({ text: `It was not undone. ${reason}`, about, ...offer("Try again", undo, options) });
    },
  );
}

/** Makes the "Undo" of a toast. */
export const undoAction = (undo: () => Promise<unknown>, options: Options) => offer("Undo", undo, options);

function offer(label: string, undo: () => Promise<unknown>, options: Options): Pick<Toast, "action" | "shownMs"> {
  return { action: { label, onSelect: () => undoAndReport(undo, options) }, shownMs: UNDO_MS };
}
