import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from "react";
import * as z from "zod/mini";
import { isStale } from "@/lib/http/errors";
import { useSchedule } from "@/lib/orders/client";
import {
  agreedWords,
  fromLocalFields,
  isPastDay,
  pastWords,
  splitLocalFields,
  toLocalFields,
  wrongWords,
} from "@/lib/orders/hand-over";
import type { Order } from "@/lib/orders/schema";
import { RequestProblem } from "../people/request-problem";
import { usePersonId } from "../people/signed-in";
import { Button } from "../ui/button";
import { findUnfinished, unfinishedWords, useOneAtATime } from "../ui/request-form";
import { cx } from "../ui/style";
import { useTabState } from "../ui/tab-state";
import { closeToastsAbout, showToast } from "../ui/toast";
import { undoAction } from "../ui/undo-action";
import { HandOverFields, HandOverTime, useDoubts } from "./hand-over-fields";

/** What is typed, and the date that it started from. `text` is null when there is no draft. */
const Draft = z.object({ text: z.nullable(z.string()), base: z.nullable(z.string()) });
const NONE = { text: null, base: null };

/** The text of the fields, which survives a reload until it is saved. */
function useHandOverDraft(id: bigint, shipDate: string | null, isSaving: boolean) {
  const [draft, saveDraft] = useTabState<z.infer<typeof Draft>>(`orders.hand-over.${id}.${usePersonId()}`, NONE, Draft);
  /** Whether leaving the field saves it. A draft from before a reload has a button instead. */
  const [isTyping, setTyping] = useState(false);
  const isChanged = draft.text !== null && draft.text !== toLocalFields(shipDate);
  const type = (text: string) => {
    setTyping(true);
    saveDraft((now) => ({ text, base: now.text === null ? shipDate : now.base }));
  };
  const forget = () => {
    setTyping(false);
    saveDraft(NONE);
  };
  /** Forgets a text that was saved, unless somebody has kept typing: that text then starts from the new date. */
  const rebase = (saved: string, base: string | null) => {
    let isOver = false;
    saveDraft((now) => {
      isOver = now.text === saved;
      return isOver ? NONE : { ...now, base };
    });
    if (isOver) setTyping(false);
  };
  const text = draft.text ?? toLocalFields(shipDate);
  // While it is saved, the date is already the new one.
  const isOutdated = isChanged && !isSaving && draft.base !== shipDate;
  return { text, isChanged, isOutdated, isTyping, type, forget, rebase };
}

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
function useSaveHandOverDay({ order: { id, shipDate }, petName, draft, change, unfinished }: Saving) {
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
function useSaveWhenTypingPauses(text: string, save: () => void): void {
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

type Props = {
  order: Pick<Order, "id" | "shipDate">;
  petName: string;
  className?: string;
  id?: string;
};

/**
 * When the animal of an open adoption is handed over: the day, and the time if it is known. A day is saved when typing
 * pauses. Everything is saved on Enter, and when both fields have lost the focus. Only a button saves a new day that
 * has passed, or a time at which the shelter is closed. Nothing is saved while a field is only partly filled in.
 */
export function HandOverDay({ order: { id, shipDate }, petName, className, id: formId }: Props) {
  const schedule = useSchedule(id);
  const { isPending, error, reset } = schedule;
  const draft = useHandOverDraft(id, shipDate, isPending);
  const { text, isChanged, isOutdated, isTyping, type } = draft;
  const form = useRef<HTMLFormElement>(null);
  const day = useRef<HTMLInputElement>(null);
  const unfinished = () => findUnfinished(form.current);
  const { save, saveAnyway, problem, setProblem, doubt } = useSaveHandOverDay({
    order: { id, shipDate },
    petName,
    draft,
    change: schedule.mutateAsync,
    unfinished,
  });
  const isDoubted = doubt !== "" && problem === doubt;
  const isSavedSoon = isTyping && isChanged && !isOutdated && !isPending && !error && fromLocalFields(text);
  useSaveWhenTypingPauses(isSavedSoon ? text : "", () => void (unfinished() || save()));
  return (
    <div
      id={formId}
      data-idle={isChanged || error ? undefined : ""}
      className={cx("grid grid-cols-[minmax(0,1fr)] gap-2", className)}
    >
      <form
        ref={form}
        className="grid grid-cols-[minmax(0,1fr)] gap-2"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          unfinished()?.focus();
          void save();
        }}
        // Without a button, Chromium does not submit the form on Enter in such a field.
        onKeyDown={({ key, target }) => key === "Enter" && target instanceof HTMLInputElement && void save()}
        // After a failure, or if somebody else has set another day, only the button saves. A field that is only partly
        // filled in is pointed out as soon as it is left.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (isOutdated || error) return;
          if (unfinished() || !currentTarget.contains(relatedTarget)) void save();
        }}
      >
        <div className="flex min-w-0 flex-wrap items-end gap-2">
          <HandOverFields
            value={text}
            onChange={(next) => {
              setProblem("");
              type(next);
            }}
            error={problem}
            day={day}
          />
          {isChanged && (isOutdated || error || isDoubted || !isTyping) && (
            <SaveButton
              isDoubted={isDoubted}
              busy={isPending}
              onMeant={() => {
                // The button goes away.
                day.current?.focus();
                void saveAnyway();
              }}
            />
          )}
        </div>
        <p role="status" className="text-sm text-amber empty:hidden">
          {isChanged && doubt === "" && pastWords(text)}
        </p>
        {isOutdated && <ChangedMeanwhile shipDate={shipDate} />}
      </form>
      <Problem id={id} error={error} onWaited={() => void save()} onSignedIn={reset} />
    </div>
  );
}

type ProblemProps = Pick<ComponentProps<typeof RequestProblem>, "error" | "onWaited" | "onSignedIn"> & { id: bigint };

/**
 * Why the day was not saved. It is outside the form, because it may contain a sign-in form, and React never sees the
 * submit event of a form inside another form.
 */
function Problem({ id, error, ...next }: ProblemProps) {
  return (
    <RequestProblem
      error={isStale(error) ? null : error}
      notDone="The hand-over was not saved."
      inDoubt="We do not know whether the hand-over was saved. Save it again: nothing happens twice."
      {...next}
    />
  );
}

/** Saves what is typed, even an unlikely time that it has asked about. */
function SaveButton({ isDoubted, busy, onMeant }: { isDoubted: boolean; busy: boolean; onMeant(): void }) {
  return isDoubted ? (
    <Button look="quiet" busy={busy} onClick={onMeant}>
      Save anyway
    </Button>
  ) : (
    <Button type="submit" look="quiet" busy={busy}>
      Save
    </Button>
  );
}

function ChangedMeanwhile({ shipDate }: Pick<Order, "shipDate">) {
  return (
    <p role="alert" className="text-sm text-amber">
      In the meantime, somebody else has changed it: it is now {shipDate ? <HandOverTime iso={shipDate} /> : "not set"}.
      Saving replaces that.
    </p>
  );
}
