import type { Application } from "@/lib/applications/schema";
import { isOpen } from "@/lib/applications/status";
import { Button } from "../ui/button";
import type { Look } from "../ui/button-class";
import { actions } from "../ui/panel";
import type { Decisions } from "./use-decisions";

type Props = { decisions: Decisions; look: Look };

/** Closes a question after somebody has answered it. */
export function MarkAnswered({ decisions: { decide, busy }, look }: Props) {
  return (
    <Button look={look} busy={busy} onClick={() => void decide({ status: "answered" }, "Marked as answered.")}>
      Mark as answered
    </Button>
  );
}

/** What follows the reply to an open question. */
export function OnceSent({ application, decisions }: { application: Application; decisions: Decisions }) {
  if (!application.isQuestion || !isOpen(application.status)) return null;
  return (
    <div className={actions}>
      <p role="status">Once your reply is sent:</p>
      <MarkAnswered decisions={decisions} look="primary" />
    </div>
  );
}
