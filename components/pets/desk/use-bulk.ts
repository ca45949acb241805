import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import * as z from "zod/mini";
import { isCertain, isSignedOut } from "@/lib/http/errors";
import { BulkJob, inverseJob, newJob, resendRows, type Selected, type Target } from "@/lib/pets/desk/bulk";
import { sendBulk } from "@/lib/pets/desk/bulk-run";
import { isNotChanged, outcomeWords, whyNotChanged } from "@/lib/pets/desk/bulk-words";
import { petKeys } from "@/lib/pets/queries";
import { refetch } from "@/lib/refetch";
import { waitSecondsOf } from "../../ui/countdown";
import { showToast, UNDO_MS } from "../../ui/show-toast";
import { useTabState } from "../../ui/use-tab-state";
import { useWhenOnline } from "../../ui/use-when-online";

const Kept = z.object({ job: z.nullable(BulkJob) });
type Kept = z.infer<typeof Kept>;
const NOTHING: Kept = { job: null };

/** The id of the section that reports a bulk change. */
export const BULK_REPORT_ID = "bulk-report";

/** A bulk change. Its progress is saved in this tab after every batch, so it can continue after a reload. */
export function useBulk(person: string, savingCount: RefObject<number>) {
  const client = useQueryClient();
  const [{ job }, keep] = useTabState<Kept>(`pets.bulk.${person}`, NOTHING, Kept);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [isInReport, setInReport] = useState(false);
  const running = useRef<AbortController | null>(null);

  /** Sends a job. Does nothing while an earlier one is being sent. */
  const sendJob = useCallback(
    async (started: BulkJob, fromReport = false) => {
      if (running.current) return;
      const controller = new AbortController();
      running.current = controller;
      savingCount.current++;
      setRunning(true);
      setFailure(null);
      setInReport(fromReport);
      keep({ job: started });
      try {
        const done = await sendBulk(started, (next) => keep({ job: next }), controller.signal);
        if (controller.signal.aborted) return;
        tellOutcome(done, (inverse) => void sendJob(inverse));
        // Then the message says everything.
        if (!done.rows.some(isNotChanged)) keep(NOTHING);
      } catch (error) {
        setFailure(error);
      } finally {
        running.current = null;
        savingCount.current--;
        setRunning(false);
        void refetch(client, petKeys.all);
      }
    },
    [client, keep, savingCount],
  );
  useEffect(() => () => running.current?.abort(), []);
  useWhenOnline(() => {
    if (job && failure !== null && !isCertain(failure)) void sendJob(job, true);
  });

  const notChanged = useMemo(() => (isRunning ? new Map<bigint, string>() : reasonsOf(job)), [job, isRunning]);
  const inverse = useMemo(() => job && !job.isUndo && inverseJob(job), [job]);
  return {
    job,
    isRunning,
    /** Whether the report is shown: when a change has stopped or is continued, or when animals were not changed. */
    hasReport: job !== null && (!isRunning || isInReport),
    notChanged,
    failure,
    isSignedOut: isSignedOut(failure),
    isWaiting: waitSecondsOf(failure) !== null,
    start: (selected: readonly Selected[], to: Target) => void sendJob(newJob(selected, to)),
    resume: () => job && void sendJob(job, true),
    /** Sends the refused animals again, or those that somebody else has changed (`theirs`). */
    resend: (state: "refused" | "theirs") => job && void sendJob(resendRows(job, state), true),
    canUndo: Boolean(inverse && inverse.rows.length > 0),
    undo: () => inverse && void sendJob(inverse, true),
    /** Stops after the current batch. */
    stop: () => running.current?.abort(),
    close: () => keep(NOTHING),
  };
}

/** Returns why animals were not changed, by id. */
const reasonsOf = (job: BulkJob | null) =>
  new Map(job?.rows.filter(isNotChanged).map((row) => [BigInt(row.id), whyNotChanged(row)]));

/** Reports the outcome of a bulk change, links to the reasons for what was not changed, and offers to undo it. */
function tellOutcome(job: BulkJob, sendInverse: (inverse: BulkJob) => void): void {
  const inverse = inverseJob(job);
  showToast({
    text: outcomeWords(job),
    about: "bulk",
    shownMs: UNDO_MS,
    ...(job.rows.some(isNotChanged) && { details: { label: "Show why", onSelect: showReport } }),
    ...(!job.isUndo && inverse.rows.length > 0 && { action: { label: "Undo", onSelect: () => sendInverse(inverse) } }),
  });
}

const showReport = () => document.getElementById(BULK_REPORT_ID)?.focus();
