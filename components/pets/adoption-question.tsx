import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { type Confirmed, type Consequences, confirmationIn } from "@/lib/adoptions/consequences";
import { later } from "../ui/later";
import type { Asked } from "./adoption-dialog";

const AdoptionDialog = later(async () => (await import("./adoption-dialog")).AdoptionDialog);

/** Leaving `view` (such as filters) answers with no. */
export function useAdoptionQuestion(view = "") {
  const [question, setQuestion] = useState<(Asked & { resolve(isConfirmed: boolean): void }) | null>(null);
  const [isOpen, setOpen] = useState(false);
  const lastQuestion = useRef<Promise<unknown>>(Promise.resolve());
  const signalOfView = useViewSignal(view, () => setOpen(false));
  const confirmed: Confirmed = useCallback(
    async (pets, send, given) => {
      const signal = signalOfView();
      let [confirm, consequences]: [string | undefined, Consequences | undefined] = [given, undefined];
      for (;;) {
        try {
          return await send(confirm, consequences);
        } catch (error) {
          const asked = confirmationIn(error);
          if (!asked) throw error;
          ({ confirm, consequences } = asked);
        }
        if (consequences.declines.count + consequences.handsOver.count === 0) continue;
        const next: Asked = { pets, consequences };
        const open = (resolve: (isConfirmed: boolean) => void) => {
          if (signal.aborted) return resolve(false);
          signal.addEventListener("abort", () => resolve(false));
          setQuestion({ ...next, resolve });
          setOpen(true);
        };
        // One question at a time.
        const answered = lastQuestion.current.then(() => new Promise<boolean>(open));
        lastQuestion.current = answered;
        if (!(await answered)) return "cancelled";
      }
    },
    [signalOfView],
  );
  const dialog = question && (
    <AdoptionDialog
      {...question}
      isOpen={isOpen}
      onAnswer={(isConfirmed) => {
        setOpen(false);
        question.resolve(isConfirmed);
      }}
    />
  );
  return { confirmed, dialog };
}

/** Returns a function that returns the signal of the current view. It is aborted when the view or the page is left. */
function useViewSignal(view: string, onLeave: () => void): () => AbortSignal {
  const current = useRef(new AbortController());
  const leave = useEffectEvent(onLeave);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view ends the current one.
  useEffect(
    () => () => {
      current.current.abort();
      current.current = new AbortController();
      leave();
    },
    [view],
  );
  return useCallback(() => current.current.signal, []);
}
