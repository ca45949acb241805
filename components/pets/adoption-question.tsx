import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type AskedPet,
  type Confirmed,
  type Consequences,
  confirmationIn,
  peopleWords,
} from "@/lib/adoptions/consequences";
import { inboxHref } from "@/lib/applications/inbox";
import { adoptionsHref } from "@/lib/orders/client";
import { ConfirmDialog } from "../ui/confirm-dialog";
import { Link } from "../ui/link";

type Asked = { pets: readonly AskedPet[]; consequences: Consequences };

type Props = Asked & { isOpen: boolean; onAnswer(isConfirmed: boolean): void };

function AdoptionQuestion({ pets, consequences, isOpen, onAnswer }: Props) {
  const [first] = pets;
  const only = pets.length === 1 ? first : undefined;
  const { declines, handsOver } = consequences;
  return (
    <ConfirmDialog
      open={isOpen}
      question={<>Mark {only ? <bdi>{only.name}</bdi> : `${pets.length.toLocaleString("en")} animals`} as adopted?</>}
      details={
        <>
          {handsOver.count > 0 && <HandedOver {...handsOver} />}{" "}
          {declines.count > 0 && <Declined {...consequences} isForOne={only !== undefined} />}
        </>
      }
      confirm="Mark as adopted"
      tone="primary"
      onAnswer={onAnswer}
    >
      {only && declines.count > 0 && (
        <p>
          If one of them adopts it, approve that application instead:{" "}
          <Link className={link} href={inboxHref({ petId: String(only.id) })}>
            Choose who adopts
          </Link>
        </p>
      )}
      {handsOver.count > 0 && (
        <p>
          If it was handed over on an earlier day, or somebody else adopts it:{" "}
          <Link className={link} href={adoptionsHref(only ? { petId: String(only.id) } : {})}>
            {only ? "Open the adoption" : "See the adoptions"}
          </Link>
        </p>
      )}
    </ConfirmDialog>
  );
}

const link = "text-accent underline underline-offset-2";

function HandedOver(adopters: Consequences["handsOver"]) {
  const { count, names = [] } = adopters;
  return (
    <>
      {count === 1 ? "An open adoption is" : `${count.toLocaleString("en")} open adoptions are`} completed
      {names.length > 0 && `: ${peopleWords(adopters)}`}.
    </>
  );
}

function Declined({ declines, mails, isForOne }: Consequences & { isForOne: boolean }) {
  const { count, names = [] } = declines;
  const one = count === 1;
  const people = `${count.toLocaleString("en")} ${one ? "person is" : "people are"} waiting`;
  return (
    <>
      {people} for {isForOne ? "this animal" : "these animals"}. {one ? "Their application" : "Their applications"} will
      be declined
      {mails > 0 && `, and ${mails === count ? "they" : mails.toLocaleString("en")} get an e-mail`}
      {names.length > 0 && `: ${peopleWords(declines)}`}.
    </>
  );
}

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
    <AdoptionQuestion
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
