import { Button } from "../ui/button";
import { cx } from "../ui/cx";
import { actions, panel, stack } from "../ui/panel";
import type { Decisions } from "./use-decisions";

/** Says that an application may be spam, and lets people mark it as genuine. */
export function Suspicion({ decisions: { decide, busy } }: { decisions: Decisions }) {
  return (
    <section className={cx(panel, stack, "border-amber bg-amber-back")} aria-label="Suspicious">
      <p>
        <strong className="text-amber">This may be spam.</strong> It is kept apart from the inbox, and no mail was sent
        about it. If it is genuine, choose “Not suspicious” to move it to the inbox as “Talking”.
      </p>
      <div className={actions}>
        <Button busy={busy} onClick={() => void decide({ status: "talking" }, "Moved to the inbox, as “Talking”.")}>
          Not suspicious
        </Button>
      </div>
    </section>
  );
}
