import { useEffectEvent, useLayoutEffect } from "react";

/** What leaving would lose: the question to ask first, and a function that discards it. */
export type Unsaved = { question: string; discard(): void };

/** Tells the sheet and the browser that leaving would lose something, unless `question` is null. */
export function useUnsaved(
  question: string | null,
  onUnsaved: (unsaved: Unsaved | null) => void,
  onDiscard: () => void,
): void {
  const reportUnsaved = useEffectEvent(onUnsaved);
  const discard = useEffectEvent(onDiscard);
  // Set immediately, because Escape may follow the first letter at once.
  useLayoutEffect(() => {
    if (question === null) return;
    reportUnsaved({ question, discard: () => discard() });
    const preventLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", preventLeaving);
    return () => {
      window.removeEventListener("beforeunload", preventLeaving);
      reportUnsaved(null);
    };
  }, [question]);
}
