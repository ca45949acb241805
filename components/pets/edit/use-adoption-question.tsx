import { useCallback, useRef, useState } from "react";
import { fetchWaiting } from "@/lib/applications/calls";
import type { ApplicationSummary } from "@/lib/applications/schema";
import { useIsMailOn } from "../../mail/mail-on";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { WaitingNames } from "../waiting-names";

type Asked = {
  waiting: readonly ApplicationSummary[];
  isForOne: boolean;
  answer(isConfirmed: boolean): void;
};

/** What `ask` returns if the applications cannot be read. */
export const NOT_KNOWN: readonly ApplicationSummary[] = [];

/**
 * Asks before animals become adopted while people are waiting for them, because that declines their applications.
 * `ask` returns these applications, or null if the animals are to stay as they are. If they cannot be read, it does not
 * ask and returns `NOT_KNOWN`, so that the change waits like any other until the service can be reached.
 */
export function useAdoptionQuestion() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isOpen, setOpen] = useState(false);
  const lastQuestion = useRef<Promise<unknown>>(Promise.resolve());
  const ask = useCallback(async (petIds: readonly bigint[]): Promise<readonly ApplicationSummary[] | null> => {
    const waiting = await fetchWaiting(petIds).catch(() => NOT_KNOWN);
    if (waiting.length === 0) return waiting;
    const open = (answer: Asked["answer"]) => {
      setAsked({ waiting, isForOne: petIds.length === 1, answer });
      setOpen(true);
    };
    // One question after another.
    const isConfirmed = lastQuestion.current.then(() => new Promise<boolean>(open));
    lastQuestion.current = isConfirmed;
    return (await isConfirmed) ? waiting : null;
  }, []);
  const dialog = asked && (
    <AdoptionQuestion
      asked={asked}
      isOpen={isOpen}
      onAnswer={(isConfirmed) => {
        setOpen(false);
        asked.answer(isConfirmed);
      }}
    />
  );
  return { ask, dialog };
}

type Props = { asked: Asked; isOpen: boolean; onAnswer(isConfirmed: boolean): void };

function AdoptionQuestion({ asked: { waiting, isForOne }, isOpen, onAnswer }: Props) {
  const isMailOn = useIsMailOn();
  const one = waiting.length === 1;
  const people = `${waiting.length.toLocaleString("en")} ${one ? "person is" : "people are"} waiting`;
  return (
    <ConfirmDialog
      open={isOpen}
      question={`${people} for ${isForOne ? "this animal" : "these animals"}.`}
      details={
        <>
          {one ? "Their application" : "Their applications"} will be declined
          {isMailOn && ", and they get an e-mail"}:{" "}
          <WaitingNames waiting={waiting} note={({ petName }) => (isForOne ? null : petName)} />.
        </>
      }
      confirm="Mark as adopted"
      onAnswer={onAnswer}
    />
  );
}
