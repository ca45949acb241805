import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from "react";
import * as z from "zod/mini";
import { isStale } from "@/lib/http/errors";
import { fromLocalField, isPastDay, pastWords, splitLocalField, toLocalField } from "@/lib/orders/hand-over";
import { useSchedule } from "@/lib/orders/queries";
import type { Order } from "@/lib/orders/schema";
import { RequestProblem } from "../people/request-problem";
import { Button } from "../ui/button";
import { cx } from "../ui/cx";
import { showToast } from "../ui/show-toast";
import { undoAction } from "../ui/undo-action";
import { useOneAtATime } from "../ui/use-one-at-a-time";
import { useTabState } from "../ui/use-tab-state";
import { HandOverFields } from "./hand-over-fields";
import { HandOverTime } from "./hand-over-time";

type Props = {
  order: Pick<Order, "id" | "shipDate">;
  petName: string;
  className?: string;
  id?: string;
};

/** How long typing has to pause before a complete day is saved. */
const TYPING_MS = 1_000;

/**
 * When the animal of an open adoption is handed over: the day, and the time if it is known. A day is saved when typing
 * pauses. Everything is saved on Enter, and when both fields have lost the focus. Only a button saves a new day that
 * has passed.
 */
export function HandOver({ order: { id, shipDate }, petName, className, id: formId }: Props) {
  const schedule = useSchedule(id);
  const { isPending, error, reset } = schedule;
  const draft = useDraft(id, shipDate, isPending);
  const { text, isChanged, isOutdated, isTyping, type } = draft;
  const [day, time] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const { save, saveAnyway, problem, setProblem, isDoubtful } = useSave({
    order: { id, shipDate },
    petName,
    draft,
    change: schedule.mutateAsync,
    isUnfinished: () => [day, time].some(({ current }) => current?.validity.badInput),
  });
  const isDoubted = isDoubtful && problem !== undefined;
  useSaveSoon(isTyping && isChanged && !isOutdated && !isPending && !error && fromLocalField(text) ? text : "", save);
  return (
    <div
      id={formId}
      data-idle={isChanged || error ? undefined : ""}
      className={cx("grid grid-cols-[minmax(0,1fr)] gap-2", className)}
    >
      <form
        className="grid grid-cols-[minmax(0,1fr)] gap-2"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        // Without a button, Chromium does not submit the form on Enter in such a field.
        onKeyDown={({ key, target }) => key === "Enter" && target instanceof HTMLInputElement && void save()}
        // After a failure, or if somebody else has set another day, only the button saves.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!isOutdated && !error && !currentTarget.contains(relatedTarget)) void save();
        }}
      >
        <div className="flex min-w-0 flex-wrap items-end gap-2">
          <HandOverFields
            value={text}
            onChange={(next) => {
              setProblem(undefined);
              type(next);
            }}
            error={problem}
            day={day}
            time={time}
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
          {isChanged && !isDoubtful && pastWords(text)}
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
      id={`hand-over-${id}-again`}
      error={isStale(error) ? null : error}
      notDone="The hand-over was not saved."
      inDoubt="We do not know whether the hand-over was saved. Save it again: nothing happens twice."
      {...next}
    />
  );
}

/** Saves what is typed, even a past day that it has asked about. */
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

/** Whether a text has the day of a hand-over, perhaps with another time. */
const hasDay = (text: string, iso: string | null) =>
  splitLocalField(text).day === splitLocalField(toLocalField(iso)).day;

type Saving = Pick<Props, "order" | "petName"> & {
  draft: ReturnType<typeof useDraft>;
  change: ReturnType<typeof useSchedule>["mutateAsync"];
  isUnfinished(): boolean;
};

/** Saves what is typed, with Undo, or says why not. Only `saveAnyway` saves a new day that has passed. */
function useSave({ order: { id, shipDate }, petName, draft, change, isUnfinished }: Saving) {
  const { text, isChanged, forget, rebase } = draft;
  const [problem, setProblem] = useState<string>();
  /** The text with a past day that is saved anyway. */
  const meant = useRef<string>(undefined);
  const isDoubtful = isChanged && isPastDay(text) && !hasDay(text, shipDate);
  const save = useOneAtATime(async () => {
    const next = isUnfinished() ? undefined : fromLocalField(text);
    setProblem(next === undefined ? problemOf(text) : undefined);
    if (next === undefined) return;
    if (!isChanged) return forget();
    if (isDoubtful && meant.current !== text) return setProblem(pastWords(text));
    try {
      await change({ shipDate: next, was: shipDate });
      rebase(text, next);
      const about = `order:${id}`;
      const done = next === null ? "has no day." : `is set. ${pastWords(text)}`.trim();
      const undo = undoAction(() => change({ shipDate, was: next }), { about });
      showToast({ about, text: savedWords(petName, done), ...undo });
    } catch {
      // The mutation keeps the error, which is shown below.
    }
  });
  const saveAnyway = () => {
    meant.current = text;
    return save();
  };
  return { save, saveAnyway, problem, setProblem, isDoubtful };
}

/** Saves a text once nobody has typed on for a moment. An empty text is not saved. */
function useSaveSoon(text: string, save: () => Promise<unknown>): void {
  const saveNow = useEffectEvent(() => void save());
  useEffect(() => {
    if (text === "") return;
    const timer = setTimeout(saveNow, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
}

/** Returns what is wrong with a text that is not a hand-over. */
const problemOf = (text: string) =>
  text.startsWith("T") ? "Choose the day, too." : "Choose a day in the years 2000 to 2999.";

/** What is typed, and the date that it started from. `text` is null when there is no draft. */
const Draft = z.object({ text: z.nullable(z.string()), base: z.nullable(z.string()) });
const NONE = { text: null, base: null };

/** The text of the field, which survives a reload until it is saved. */
function useDraft(id: bigint, shipDate: string | null, isSaving: boolean) {
  const [draft, keep] = useTabState<z.infer<typeof Draft>>(`orders.hand-over.${id}`, NONE, Draft);
  /** Whether leaving the field saves it. A draft from before a reload has a button instead. */
  const [isTyping, setTyping] = useState(false);
  const isChanged = draft.text !== null && draft.text !== toLocalField(shipDate);
  const type = (text: string) => {
    setTyping(true);
    keep((now) => ({ text, base: now.text === null ? shipDate : now.base }));
  };
  const forget = () => {
    setTyping(false);
    keep(NONE);
  };
  /** Forgets a text that was saved, unless somebody has kept typing: that text then starts from the new date. */
  const rebase = (saved: string, base: string | null) => {
    let isOver = false;
    keep((now) => {
      isOver = now.text === saved;
      return isOver ? NONE : { ...now, base };
    });
    if (isOver) setTyping(false);
  };
  const text = draft.text ?? toLocalField(shipDate);
  // While it is saved, the date is already the new one.
  const isOutdated = isChanged && !isSaving && draft.base !== shipDate;
  return { text, isChanged, isOutdated, isTyping, type, forget, rebase };
}

function savedWords(petName: string, rest: string) {
  return (
    <span>
      The hand-over of <bdi>{petName}</bdi> {rest}
    </span>
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
