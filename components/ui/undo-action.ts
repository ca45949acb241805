import { refusalWords } from "@/lib/http/refusal-words";
import { showToast, type Toast, UNDO_MS } from "./show-toast";

/** What the undo is about (`about` of a toast), and a function that puts a failure into words. */
type Options = { about: string; reasonOf?: (error: unknown) => string };

/** Makes the "Undo" of a toast. It undoes a change and reports whether that worked. If not, it can be tried again. */
export function undoAction(
  undo: () => Promise<unknown>,
  { about, reasonOf = refusalWords }: Options,
): Pick<Toast, "action" | "shownMs"> {
  const onSelect = () =>
    void undo().then(
      () => showToast({ text: "Undone.", about }),
      (error: unknown) => showToast({ text: `It was not undone. ${reasonOf(error)}`, about, ...offer("Try again") }),
    );
  const offer = (label: string) => ({ action: { label, onSelect }, shownMs: UNDO_MS });
  return offer("Undo");
}
