import { type RefObject, useCallback, useMemo, useState } from "react";
import * as z from "zod/mini";
import type { Confirmed } from "@/lib/adoptions/consequences";
import { isCertain, isSignedOut } from "@/lib/http/errors";
import { BulkJob, nextBatch, resendRows, sendBulk } from "@/lib/pets/bulk";
import { isNotChanged, outcomeWords, verbOf, whyNotChanged } from "@/lib/pets/bulk-words";
import { usePetsChanged } from "@/lib/pets/client";
import { useUndo, useUndoOffer } from "../../audit/undo-offer";
import { useStoppable } from "../../ui/hooks";
import { useWhenOnline } from "../../ui/load-problem";
import { useTabState } from "../../ui/tab-state";
import { showToast, UNDO_MS } from "../../ui/toast";

export const BULK_REPORT_ID = "bulk-report";

/** The toast says everything, or the person has said no before anything was sent. */
const needsNoReport = (done: BulkJob, started: BulkJob, isWhole: boolean) =>
  isWhole ? !done.rows.some(isNotChanged) : done === started;

const showReport = () => document.getElementById(BULK_REPORT_ID)?.focus();

const Saved = z.object({ job: z.nullable(BulkJob) });
type Saved = z.infer<typeof Saved>;
const NOTHING: Saved = { job: null };

type Options = {
  name: string;
  /** Counts the changes in progress, of rows too. */
  savingCount?: RefObject<number>;
  /** Called after every batch. */
  onSaved?: (job: BulkJob) => void;
  onUndone?: (job: BulkJob) => void;
  confirmed?: Confirmed;
};

/** Its progress is saved in this tab after every batch, so it can continue after a reload. */
export function useBulk({ name, savingCount, onSaved, onUndone, confirmed }: Options) {
  const petsChanged = usePetsChanged();
  const offerUndo = useUndoOffer();
  const takeBack = useUndo();
  const [{ job }, setSaved] = useTabState<Saved>(name, NOTHING, Saved);
  const { isRunning, start, stop } = useStoppable();
  const [failure, setFailure] = useState<unknown>(null);
  const [isInReport, setInReport] = useState(false);

  const undone = useCallback(
    (job: BulkJob) => {
      setSaved(NOTHING);
      onUndone?.(job);
    },
    [setSaved, onUndone],
  );
  const sendJob = useCallback(
    (started: BulkJob, fromReport = false, onAccepted = () => {}) =>
      start(async (signal) => {
        const save = (next: BulkJob) => {
          setSaved({ job: next });
          onSaved?.(next);
          if (next !== started) onAccepted();
        };
        if (savingCount) savingCount.current++;
        setFailure(null);
        setInReport(fromReport);
        save(started);
        try {
          const done = await sendBulk(started, save, signal, confirmed);
          const isWhole = !signal.aborted && nextBatch(done, 1).length === 0;
          if (isWhole) {
            onAccepted();
            showToast({
              text: outcomeWords(done),
              about: "bulk",
              shownMs: UNDO_MS,
              ...(done.rows.some(isNotChanged) && { details: { label: "Show why", onSelect: showReport } }),
              ...offerUndo(done.changeSets, { about: "bulk", onUndone: () => undone(done) }),
            });
          }
          if (needsNoReport(done, started, isWhole)) setSaved(NOTHING);
        } catch (error) {
          onAccepted();
          setFailure(error);
        } finally {
          if (savingCount) savingCount.current--;
          void petsChanged();
        }
      }),
    [start, petsChanged, setSaved, savingCount, onSaved, confirmed, offerUndo, undone],
  );
  useWhenOnline(() => {
    if (job && failure !== null && !isCertain(failure)) void sendJob(job, true);
  });

  return {
    job,
    isRunning,
    /** When a change was stopped or continued, or when animals were not changed. */
    hasReport: job !== null && (!isRunning || isInReport),
    notChanged: useMemo(() => (isRunning ? new Map<bigint, string>() : reasonsOf(job)), [job, isRunning]),
    failure,
    isSignedOut: isSignedOut(failure),
    /** `onAccepted` is called unless the person says no to its consequences. */
    start: (started: BulkJob, inReport = false, onAccepted?: () => void) => void sendJob(started, inReport, onAccepted),
    resume: () => job && void sendJob(job, true),
    /** Those that were refused, or that somebody else has changed (`theirs`). */
    resend: (state: "refused" | "theirs") => job && void sendJob(resendRows(job, state), true),
    canUndo: job !== null && job.changeSets.length > 0,
    undo: () => job && takeBack(job.changeSets, { about: "bulk", onUndone: () => undone(job) }),
    stop,
    close: () => setSaved(NOTHING),
  };
}

export type Bulk = ReturnType<typeof useBulk>;

/** Why animals were not changed, as the end of a sentence that begins with the name. */
const reasonsOf = (job: BulkJob | null) =>
  new Map(
    job?.rows.filter(isNotChanged).map((row) => [BigInt(row.id), `was not ${verbOf(job)}. ${whyNotChanged(row)}`]),
  );
