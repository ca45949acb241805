import { useEffect, useEffectEvent } from "react";
import * as z from "zod/mini";
import { fetchOpenApplications } from "@/lib/applications/calls";
import { BulkJob, inverseJob } from "@/lib/pets/bulk/bulk";
import { applicationsFor, isNotChanged, outcomeWords, reopenedInBulkWords } from "@/lib/pets/bulk/bulk-words";
import { readFromTab, saveInTab } from "@/lib/tab-storage";
import { showToast } from "../../ui/toasts/show-toast";

/** A change that can be undone, and until when that is offered (as `Date.now()` counts). */
const Offer = z.object({ job: BulkJob, until: z.number() });

/** The id of the section that reports a bulk change. */
export const BULK_REPORT_ID = "bulk-report";

/** Counts the applications that are open again after adoptions were undone. */
async function countReopened(job: BulkJob): Promise<number> {
  if (!job.isUndo || applicationsFor(job) === 0) return 0;
  const ids = job.rows.flatMap(({ id, applications = 0 }) => (applications > 0 ? [BigInt(id)] : []));
  return (await fetchOpenApplications(ids).catch(() => [])).length;
}

const offerName = (name: string) => `${name}.undo`;

/** Repeats an offer to undo from before a reload, for the rest of its time. */
export function useSavedOffer(name: string, sendJob: (job: BulkJob) => Promise<void>): void {
  const offerAgain = useEffectEvent(() => {
    const offer = readFromTab(offerName(name), Offer);
    if (!offer || offer.until <= Date.now()) return;
    void tellOutcome(offer.job, { name, until: offer.until, sendInverse: sendJob });
  });
  useEffect(() => offerAgain(), []);
}

type UndoOffer = {
  /** The name under which the change is saved in this tab. */
  name: string;
  /** Until when the undo is offered. */
  until: number;
  sendInverse(inverse: BulkJob): Promise<void>;
};

/** Reports the outcome of a bulk change, links to the reasons for what was not changed, and offers to undo it. */
export async function tellOutcome(job: BulkJob, { name, until, sendInverse }: UndoOffer): Promise<void> {
  const reopened = await countReopened(job);
  const inverse = inverseJob(job);
  const canUndo = !job.isUndo && inverse.rows.length > 0;
  showToast({
    text: `${outcomeWords(job)} ${reopenedInBulkWords(reopened)}`.trim(),
    about: "bulk",
    shownMs: until - Date.now(),
    onClose: () => saveInTab(offerName(name), null),
    ...(job.rows.some(isNotChanged) && { details: { label: "Show why", onSelect: showReport } }),
    ...(canUndo && { action: { label: "Undo", onSelect: () => void sendInverse(inverse) } }),
  });
  // After the toast of an earlier change was replaced, because that removes the earlier offer.
  saveInTab(offerName(name), canUndo ? { job, until } : null);
}

const showReport = () => document.getElementById(BULK_REPORT_ID)?.focus();
