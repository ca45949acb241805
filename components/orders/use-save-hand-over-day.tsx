import { useEffect, useEffectEvent, useState } from "react";
import {
  agreedWords,
  fromLocalFields,
  isPastDay,
  pastWords,
  splitLocalFields,
  toLocalFields,
  wrongWords,
} from "@/lib/orders/hand-over";
import type { useSchedule } from "@/lib/orders/queries";
import type { Order } from "@/lib/orders/schema";
import { unfinishedWords } from "../ui/forms/unfinished";
import { useOneAtATime } from "../ui/hooks/use-one-at-a-time";
import { closeToastsAbout } from "../ui/toasts/close-toasts";
import { showToast } from "../ui/toasts/show-toast";
import { undoAction } from "../ui/toasts/undo-action";
import { useDoubts } from "./use-doubts";
import type { useHandOverDraft } from "./use-hand-over-draft";

/** Whether a string has the day of a hand-over, perhaps with another time. */
const hasDay = (text: string, iso: string | null) =>
  splitLocalFields(text).day === splitLocalFields(toLocalFields(iso)).day;

type Saving = {
  order: Pick<Order, "id" | "shipDate">;
  petName: string;
  draft: ReturnType<typeof useHandOverDraft>;
  change: ReturnType<typeof useSchedule>["mutateAsync"];
  /** Returns the field that is only partly filled in, if there is one. */
  unfinished(): HTMLInputElement | undefined;
};

/** Saves what is typed, with Undo, or says why not. Only `saveAnyway` saves an unlikely time. */
export function useSaveHandOverDay({ order: { id, shipDate }, petName, draft, change, unfinished }: Saving) {
  const { text, isChanged, forget, rebase } = draft;
  const [problem, setProblem] = useState("");
  /** The unlikely text that is saved anyway. */
  const [meant, setMeant] = useState<string>();
  const doubtsOf = useDoubts();
  const isKnown = isPastDay(text) && hasDay(text, shipDate);
  const doubt = isChanged && !isKnown ? doubtsOf(text) : "";
  const save = useOneAtATime(async (confirmed: string | undefined) => {
    const field = unfinished();
    const next = fromLocalFields(text);
    setProblem(field ? unfinishedWords(field) : wrongWords(text));
    if (field || next === undefined) return;
    if (!isChanged) return forget();
    if (doubt !== "" && confirmed !== text) return setProblem(doubt);
    const about = `order:${id}`;
    closeToastsAbout(about);
    try {
      await change({ shipDate: next, was: shipDate });
      rebase(text, next);
      const done = next === null ? "has no day." : `is set for ${agreedWords(next)}. ${pastWords(text)}`.trim();
      const undo = undoAction(() => change({ shipDate, was: next }), { about });
      showToast({ about, text: savedWords(petName, done), ...undo });
    } catch {
      // The mutation keeps the error, which is shown below.
    }
  });
  const saveAnyway = () => {
    setMeant(text);
    return save(text);
  };
  return { save: () => save(meant), saveAnyway, problem, setProblem, doubt };
}

/** How long typing has to pause before a complete day is saved. */
const TYPING_MS = 1_000;

/** Saves a text once typing pauses. An empty text is not saved. */
export function useSaveWhenTypingPauses(text: string, save: () => void): void {
  const saveNow = useEffectEvent(save);
  useEffect(() => {
    if (text === "") return;
    const timer = setTimeout(saveNow, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
}

function savedWords(petName: string, rest: string) {
  return (
    <span>
      The hand-over of <bdi>{petName}</bdi> {rest}
    </span>
  );
}
