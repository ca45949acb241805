import { refusalWords } from "@/lib/http/refusal-words";
import { showToast, type Toast, UNDO_MS } from "./toast";

type Options = {
  about: string;
  /** Null for failures that it does not know. */
  reasonOf?: (error: unknown) => string | null;
};

export const CHANGED_SINCE = "Somebody else has changed it since.";

/** If it fails, it can be tried again. */
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

export const undoAction = (undo: () => Promise<unknown>, options: Options) => offer("Undo", undo, options);

function offer(label: string, undo: () => Promise<unknown>, options: Options): Pick<Toast, "action" | "shownMs"> {
  return { action: { label, onSelect: () => undoAndReport(undo, options) }, shownMs: UNDO_MS };
}
