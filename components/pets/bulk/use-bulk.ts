import { useEffect, useEffectEvent, useMemo, useState } from "react";
import * as z from "zod/mini";
import { isCertain } from "@/lib/http/errors";
import { BulkChange, BulkReport, changesOf, outcomeWords, reportOf, type Target, verbOf } from "@/lib/pets/bulk";
import { sendChangePets } from "@/lib/pets/client";
import { readFromTab } from "@/lib/tab-storage";
import { useUndo, useUndoOffer } from "../../audit/undo-offer";
import { useCommand } from "../../audit/use-command";
import { useWhenOnline } from "../../ui/load-problem";
import { useTabState } from "../../ui/tab-state";
import { showToast, UNDO_MS } from "../../ui/toast";

export const BULK_REPORT_ID = "bulk-report";

const showReport = () => document.getElementById(BULK_REPORT_ID)?.focus();

/** What was sent, until it is answered, and then its report, until somebody closes it. */
const Saved = z.object({ sent: z.nullable(BulkChange), report: z.nullable(BulkReport) });
const NOTHING: z.infer<typeof Saved> = { sent: null, report: null };

/** A reload loses neither the change nor its report. `onSent` is not called if the person says no to the consequences. */
export function useBulk(person: string, onSent: () => void) {
  const name = `pets.bulk.${person}`;
  const offerUndo = useUndoOffer();
  const takeBack = useUndo();
  const [{ sent, report }, save] = useTabState(name, NOTHING, Saved);
  const [failure, setFailure] = useState<unknown>(null);

  const close = () => {
    setFailure(null);
    save(NOTHING);
  };
  const undoable = { about: "bulk", onUndone: close };

  const command = useCommand({
    pets: ({ pets }: BulkChange) => pets,
    send: async (change, confirm, consequences) => {
      save({ sent: change, report: null });
      const changes = changesOf(change);
      const outcome = changes.length > 0 ? await sendChangePets(changes, confirm) : { results: [], changeSets: [] };
      return reportOf(change, outcome, consequences?.declines.count ?? 0);
    },
    onDone: (done) => {
      const hasReport = done.notChanged.length > 0;
      setFailure(null);
      save({ sent: null, report: hasReport ? done : null });
      onSent();
      showToast({
        text: outcomeWords(done),
        about: "bulk",
        shownMs: UNDO_MS,
        ...(hasReport && { otherAction: { label: "Show why", onSelect: showReport } }),
        ...offerUndo(done.changeSets, undoable),
      });
    },
  });

  async function send(change: BulkChange): Promise<void> {
    try {
      if ((await command.send(change)) === null) close();
    } catch (error) {
      setFailure(error);
      onSent();
    }
  }

  const resumeSaved = useEffectEvent(() => {
    const unanswered = readFromTab(name, Saved)?.sent;
    if (unanswered) void send(unanswered);
  });
  useEffect(() => resumeSaved(), []);
  const resume = () => sent && void send(sent);
  useWhenOnline(() => {
    if (failure !== null && !isCertain(failure)) resume();
  });

  return {
    sent,
    report,
    failure,
    isRunning: command.isPending,
    dialog: command.dialog,
    hasReport: report !== null || failure !== null,
    notChanged: useMemo(() => reasonsOf(report), [report]),
    start: (pets: BulkChange["pets"], to: Target) => void send({ to, pets }),
    resume,
    undo: () => report && takeBack(report.changeSets, undoable),
    close,
  };
}

/** Why animals were not changed, as the end of a sentence that begins with the name. */
const reasonsOf = (report: BulkReport | null) =>
  new Map(report?.notChanged.map(({ id, why }) => [id, `was not ${verbOf(report.to)}. ${why}`]));
