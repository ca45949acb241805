import { type RefObject, useCallback, useMemo, useState } from "react";
import * as z from "zod/mini";
import { fetchOpenApplications } from "@/lib/applications/client";
import { isCertain, isSignedOut } from "@/lib/http/errors";
import { BulkJob, inverseJob, resendRows, sendBulk } from "@/lib/pets/bulk";
import {
  applicationsFor,
  isNotChanged,
  outcomeWords,
  reopenedInBulkWords,
  verbOf,
  whyNotChanged,
} from "@/lib/pets/bulk-words";
import { usePetsChanged } from "@/lib/pets/client";
import { useStoppable } from "../../ui/hooks";
import { useWhenOnline } from "../../ui/load-problem";
import { useTabState } from "../../ui/tab-state";
import { showToast, UNDO_MS } from "../../ui/toast";

export const BULK_REPORT_ID = "bulk-report";

async function countReopened(job: BulkJob): Promise<number> {
  if (!job.isUndo || applicationsFor(job) === 0) return 0;
  const ids = job.rows.flatMap(({ id, applications = 0 }) => (applications > 0 ? [BigInt(id)] : []));
  return (await fetchOpenApplications(ids).catch(() => [])).length;
}

async function tellOutcome(job: BulkJob, sendInverse: (inverse: BulkJob) => Promise<void>): Promise<void> {
  const reopened = await countReopened(job);
  const inverse = inverseJob(job);
  showToast({
    text: `${outcomeWords(job)} ${reopenedInBulkWords(reopened)}`.trim(),
    about: "bulk",
    shownMs: UNDO_MS,
    ...(job.rows.some(isNotChanged) && { details: { label: "Show why", onSelect: showReport } }),
    ...(!job.isUndo &&
      inverse.rows.length > 0 && { action: { label: "Undo", onSelect: () => void sendInverse(inverse) } }),
  });
}

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
};

/** Its progress is saved in this tab after every batch, so it can continue after a reload. */
export function useBulk({ name, savingCount, onSaved }: Options) {
  const petsChanged = usePetsChanged();
  const [{ job }, setSaved] = useTabState<Saved>(name, NOTHING, Saved);
  const { isRunning, start, stop } = useStoppable();
  const [failure, setFailure] = useState<unknown>(null);
  const [isInReport, setInReport] = useState(false);

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
          await tellOutcome(done, sendJob);
          // The toast then says everything.
          if (!done.rows.some(isNotChanged)) setSaved(NOTHING);
        } catch (error) {
          setFailure(error);
        } finally {
          if (savingCount) savingCount.current--;
          void petsChanged();
        }
      }),
    [start, petsChanged, setSaved, savingCount, onSaved],
  );
  useWhenOnline(() => {
    if (job && failure !== null && !isCertain(failure)) void sendJob(job, true);
  });

  const inverse = useMemo(() => job && !job.isUndo && inverseJob(job), [job]);
  return {
    job,
    isRunning,
    /** When a change was stopped or continued, or when animals were not changed. */
    hasReport: job !== null && (!isRunning || isInReport),
    notChanged: useMemo(() => (isRunning ? new Map<bigint, string>() : reasonsOf(job)), [job, isRunning]),
    failure,
    isSignedOut: isSignedOut(failure),
    start: (started: BulkJob, inReport = false) => void sendJob(started, inReport),
    resume: () => job && void sendJob(job, true),
    /** Those that were refused, or that somebody else has changed (`theirs`). */
    resend: (state: "refused" | "theirs") => job && void sendJob(resendRows(job, state), true),
    canUndo: Boolean(inverse && inverse.rows.length > 0),
    undo: () => inverse && void sendJob(inverse, true),
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
