import { type ComponentProps, useRef } from "react";
import { isStale } from "@/lib/http/errors";
import { fromLocalFields, pastWords } from "@/lib/orders/hand-over";
import { useSchedule } from "@/lib/orders/queries";
import type { Order } from "@/lib/orders/schema";
import { RequestProblem } from "../people/request-problem";
import { Button } from "../ui/buttons/button";
import { findUnfinished } from "../ui/forms/unfinished";
import { cx } from "../ui/style/cx";
import { HandOverFields } from "./hand-over-fields";
import { HandOverTime } from "./hand-over-time";
import { useHandOverDraft } from "./use-hand-over-draft";
import { useSaveHandOverDay, useSaveWhenTypingPauses } from "./use-save-hand-over-day";

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
      id={`hand-over-${id}-again`}
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
