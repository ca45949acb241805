import { tally } from "@/lib/pets/bulk/bulk";
import { jobTitle, progressWords } from "@/lib/pets/bulk/bulk-words";
import { Button } from "../../ui/buttons/button";
import { bottomBar } from "../../ui/style/panel";
import type { Bulk } from "./use-bulk";

/** The progress of a bulk change, shown in place of the actions that started it. */
export function BulkProgress({ bulk }: { bulk: Bulk }) {
  const { job, isRunning, hasReport } = bulk;
  if (!job || !isRunning || hasReport) return null;
  const total = job.rows.length;
  return (
    <section aria-label="Change of many animals" data-bottom-bar className={bottomBar}>
      <p role="status" className="font-semibold">
        {jobTitle(job, true)} <span className="font-normal">{progressWords(job)}</span>
      </p>
      <progress
        className="h-3 min-w-24 flex-1 accent-accent"
        max={total}
        value={total - tally(job).unsent}
        aria-label="Animals done"
      />
      <Button look="quiet" className="max-sm:px-3" onClick={bulk.stop}>
        Stop
      </Button>
    </section>
  );
}
