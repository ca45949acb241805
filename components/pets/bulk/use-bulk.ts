import { type RefObject, useCallback, useMemo, useState } from "react";
import * as z from "zod/mini";
import { isCertain, isSignedOut } from "@/lib/http/errors";
import { BulkJob, inverseJob, resendRows } from "@/lib/pets/bulk/bulk";
import { isNotChanged, verbOf, whyNotChanged } from "@/lib/pets/bulk/bulk-words";
import { sendBulk } from "@/lib/pets/bulk/send-bulk";
import { usePetsChanged } from "@/lib/pets/queries";
import { useStoppable } from "../../ui/hooks/use-stoppable";
import { useTabState } from "../../ui/hooks/use-tab-state";
import { useWhenOnline } from "../../ui/hooks/use-when-online";
import { UNDO_MS } from "../../ui/toasts/show-toast";
import { tellOutcome, useSavedOffer } from "./bulk-outcome";

const Saved = z.object({ job: z.nullable(BulkJob) });
type Saved = z.infer<typeof Saved>;
const NOTHING: Saved = { job: null };

type Options = {
  /** The name under which the change is saved in this tab. */
  name: string;
  /** Counts the changes in progress. */
  savingCount?: RefObject<number>;
  /** Called after every batch. */
  onSaved?: (job: BulkJob) => void;
};

/** A bulk change. Its progress is saved in this tab after every batch, so it can continue after a reload. */
export function useBulk({ name, savingCount, onSaved }: Options) {
  const petsChanged = usePetsChanged();
  const [{ job }, setSaved] = useTabState<Saved>(name, NOTHING, Saved);
  const { isRunning, start, stop } = useStoppable();
  const [failure, setFailure] = useState<unknown>(null);
  const [isInReport, setInReport] = useState(false);

  /** Sends a job. Does nothing while an earlier one is being sent. */
  const sendJob = useCallback(
    (started: BulkJob, fromReport = false) =>
      start(async (signal) => {
        const save = (next: BulkJob) => {
          setSaved({ job: next });
          onSaved?.(next);
        };
        if (savingCount) savingCount.current++;
        setFailure(null);
        setInReport(fromReport);
        save(started);
        try {
          const done = await sendBulk(started, save, signal);
          if (signal.aborted) return;
          await tellOutcome(done, { name, until: Date.now() + UNDO_MS, sendInverse: sendJob });
          // The toast then says everything.
          if (!done.rows.some(isNotChanged)) setSaved(NOTHING);
        } catch (error) {
          setFailure(error);
        } finally {
          if (savingCount) savingCount.current--;
          void petsChanged();
        }
      }),
    [start, petsChanged, name, setSaved, savingCount, onSaved],
  );
  useSavedOffer(name, sendJob);
  useWhenOnline(() => {
    if (job && failure !== null && !isCertain(failure)) void sendJob(job, true);
  });

  const inverse = useMemo(() => job && !job.isUndo && inverseJob(job), [job]);
  return {
    job,
    isRunning,
    /** Whether the report is shown: when a change was stopped or continued, or when animals were not changed. */
    hasReport: job !== null && (!isRunning || isInReport),
    notChanged: useMemo(() => (isRunning ? new Map<bigint, string>() : reasonsOf(job)), [job, isRunning]),
    failure,
    isSignedOut: isSignedOut(failure),
    /** Starts a change. Its progress is in the bar at the bottom, or in the report. */
    start: (started: BulkJob, inReport = false) => void sendJob(started, inReport),
    resume: () => job && void sendJob(job, true),
    /** Sends the refused animals again, or those that somebody else has changed (`theirs`). */
    resend: (state: "refused" | "theirs") => job && void sendJob(resendRows(job, state), true),
    canUndo: Boolean(inverse && inverse.rows.length > 0),
    undo: () => inverse && void sendJob(inverse, true),
    /** Stops after the current batch. */
    stop,
    close: () => setSaved(NOTHING),
  };
}

/** What `useBulk` returns. */
export type Bulk = ReturnType<typeof useBulk>;

/** Returns why animals were not changed, by id, as the end of a sentence that begins with the name. */
const reasonsOf = (job: BulkJob | null) =>
  new Map(
    job?.rows.filter(isNotChanged).map((row) => [BigInt(row.id), `was not ${verbOf(job)}. ${whyNotChanged(row)}`]),
  );
