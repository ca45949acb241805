import { useEffect, useRef, useState } from "react";
import { type AskedPet, type Consequences, confirmationIn } from "@/lib/adoptions/consequences";
import { later } from "../ui/later";
import type { Asked } from "./adoption-dialog";

const AdoptionDialog = later(async () => (await import("./adoption-dialog")).AdoptionDialog);

/** Leaving `view` (such as filters) answers with no, and so does leaving the page. */
export function useAdoptionQuestion(view: string) {
  const [question, setQuestion] = useState<(Asked & { resolve(isConfirmed: boolean): void }) | null>(null);
  const [isOpen, setOpen] = useState(false);
  const lastQuestion = useRef<Promise<unknown>>(Promise.resolve());
  const stay = useRef(new AbortController());
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view ends the current one.
  useEffect(
    () => () => {
      stay.current.abort();
      stay.current = new AbortController();
      setOpen(false);
    },
    [view],
  );
  /**
   * Sends a command, and again with the answer if the service asks first. `consequences` are what the person has agreed
   * to. Null if they say no.
   */
  async function confirmed<T>(
    pets: readonly AskedPet[],
    send: (confirm?: string, consequences?: Consequences) => Promise<T>,
  ): Promise<T | null> {
    const { signal } = stay.current;
    let [confirm, consequences]: [confirm?: string, consequences?: Consequences] = [];
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
      if (!(await answered)) return null;
    }
  }
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
