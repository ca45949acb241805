import { refusalWords } from "@/lib/http/refusal-words";
import { showToast, type Toast, UNDO_MS } from "./show-toast";

type Options = {
  /** What the undo is about (`about` of a toast). */
  about: string;
  /** Puts failures of this undo into words. For others, it returns null. */
  reasonOf?: (error: unknown) => string | null;
};

/** The reason why an undo is refused after somebody else's change. */
export const CHANGED_SINCE = "Somebody else has changed it since.";

/** Makes the "Undo" of a toast. It undoes a change and reports whether that worked. If not, it can be tried again. */
export function undoAction(
  undo: () => Promise<unknown>,
  { about, reasonOf = () => null }: Options,
): Pick<Toast, "action" | "shownMs"> {
  const onSelect = () =>
    void undo().then(
      () => showToast({ text: "Undone.", about }),
      (error: unknown) => {
        const reason = reasonOf(error) ?? refusalWords(error);
        showToast({ text: `It was not undone. ${reason}`, about, ...offer("Try again") });
      },
    );
  const offer = (label: string) => ({ action: { label, onSelect }, shownMs: UNDO_MS });
  return offer("Undo");
}
