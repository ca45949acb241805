import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import * as z from "zod/mini";
import { type Confirmed, confirmationIn } from "@/lib/adoptions/consequences";
import { isCertain, isSignedOut } from "@/lib/http/errors";
import {
  answeredJob,
  BulkJob,
  changesOf,
  isUnsent,
  newJob,
  type Selected,
  staleAgain,
  type Target,
} from "@/lib/pets/bulk";
import { isNotChanged, outcomeWords, verbOf, whyNotChanged } from "@/lib/pets/bulk-words";
import { sendChangePets, usePetsChanged } from "@/lib/pets/client";
import { readFromTab } from "@/lib/tab-storage";
import { useUndo, useUndoOffer } from "../../audit/undo-offer";
import { useWhenOnline } from "../../ui/load-problem";
import { useTabState } from "../../ui/tab-state";
import { showToast, UNDO_MS } from "../../ui/toast";

export const BULK_REPORT_ID = "bulk-report";

const showReport = () => document.getElementById(BULK_REPORT_ID)?.focus();

const Saved = z.object({ job: z.nullable(BulkJob) });
type Saved = z.infer<typeof Saved>;
const NOTHING: Saved = { job: null };

type Options = {
  name: string;
  /** Counts the changes in progress, of rows too. */
  savingCount: RefObject<number>;
  confirmed: Confirmed;
  /** Not called if the person says no to the consequences. */
  onSent(): void;
};

/** The change is kept in this tab until it is answered, and then its report until somebody closes it. */
export function useBulk({ name, savingCount, confirmed, onSent }: Options) {
  const petsChanged = usePetsChanged();
  const offerUndo = useUndoOffer();
  const takeBack = useUndo();
  const [{ job }, setSaved] = useTabState<Saved>(name, NOTHING, Saved);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isSending = useRef(false);

  const close = () => {
    setFailure(null);
    setSaved(NOTHING);
  };

  async function send(started: BulkJob): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    savingCount.current++;
    setRunning(true);
    try {
      const done = await answered(started);
      setFailure(null);
      setSaved({ job: done?.rows.some(isNotChanged) ? done : null });
      if (!done) return;
      onSent();
      showToast({
        text: outcomeWords(done),
        about: "bulk",
        shownMs: UNDO_MS,
        ...(done.rows.some(isNotChanged) && { details: { label: "Show why", onSelect: showReport } }),
        ...offerUndo(done.changeSets, { about: "bulk", onUndone: close }),
      });
    } catch (error) {
      setFailure(error);
      onSent();
    } finally {
      isSending.current = false;
      savingCount.current--;
      setRunning(false);
      void petsChanged();
    }
  }

  /** Null if the person says no. */
  async function answered(started: BulkJob): Promise<BulkJob | null> {
    const unsent = started.rows.filter(isUnsent);
    if (unsent.length === 0) return started;
    let sent = started;
    const answer = await confirmed(
      unsent.map(({ id, name }) => ({ id: BigInt(id), name })),
      async (confirm, consequences) => {
        sent = { ...sent, confirm, declined: consequences?.declines.count ?? sent.declined };
        setSaved({ job: sent });
        return sendChangePets(changesOf(sent), { idempotencyKey: sent.key, confirm }).catch((error) => {
          // A reload says no.
          if (confirmationIn(error)) setSaved(NOTHING);
          throw error;
        });
      },
      started.confirm,
    );
    return answer === "cancelled" ? null : answeredJob(sent, answer);
  }

  const resumeSaved = useEffectEvent(() => {
    const saved = readFromTab(name, Saved)?.job;
    if (saved?.rows.some(isUnsent)) void send(saved);
  });
  useEffect(() => resumeSaved(), []);
  const resume = () => job && void send(job);
  useWhenOnline(() => {
    if (failure !== null && !isCertain(failure)) resume();
  });
  const hasReport = job !== null && (failure !== null || !job.rows.some(isUnsent));

  return {
    job,
    isRunning,
    hasReport,
    notChanged: useMemo(() => reasonsOf(job), [job]),
    failure,
    isSignedOut: isSignedOut(failure),
    start: (selected: readonly Selected[], to: Target) => void send(newJob(selected, to)),
    resume,
    resendStale: () => job && void send(staleAgain(job)),
    canUndo: job !== null && job.changeSets.length > 0,
    undo: () => job && takeBack(job.changeSets, { about: "bulk", onUndone: close }),
    close,
  };
}

export type Bulk = ReturnType<typeof useBulk>;

/** Why animals were not changed, as the end of a sentence that begins with the name. */
const reasonsOf = (job: BulkJob | null) =>
  new Map(
    job?.rows.filter(isNotChanged).map((row) => [BigInt(row.id), `was not ${verbOf(job)}. ${whyNotChanged(row)}`]),
  );
