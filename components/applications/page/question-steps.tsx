import { useState } from "react";
import type { Application } from "@/lib/applications/schema";
import { becameWords, STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import { OPEN_STATUSES } from "@/lib/applications/status";
import { MenuItem } from "../../ui/overlays/menu";
import { buttonClass } from "../../ui/style/button-class";
import { actions } from "../../ui/style/panel";
import { ApproveDialog } from "./approve-dialog";
import { ENDINGS } from "./endings";
import { MarkAnswered } from "./mark-answered";
import { MoreSteps } from "./more-steps";
import { REPLY_ID } from "./reply";
import type { Decisions } from "./use-decisions";

type Props = { application: Application; decisions: Decisions };

/** The steps of an open question: reply, then mark it as answered. Other statuses are in a menu. */
export function QuestionSteps({ application, decisions, canApprove }: Props & { canApprove: boolean }) {
  const { status } = application;
  const { decide } = decisions;
  const [isApproving, setApproving] = useState(false);
  const isNew = status === "new";
  return (
    <>
      <div className={actions}>
        <a className={buttonClass(isNew ? "primary" : "quiet")} href={`#${REPLY_ID}`}>
          Write a reply
        </a>
        <MarkAnswered decisions={decisions} look={isNew ? "quiet" : "primary"} />
      </div>
      <MoreSteps application={application} decisions={decisions} endings={ENDINGS}>
        {OPEN_STATUSES.filter((one) => one !== status).map((one) => (
          <MenuItem key={one} onSelect={() => void decide({ status: one }, becameWords(one))}>
            Mark as “{STAFF_STATUS_LABELS[one]}”
          </MenuItem>
        ))}
        {canApprove && <MenuItem onSelect={() => setApproving(true)}>Approve as an adoption…</MenuItem>}
      </MoreSteps>
      <ApproveDialog
        application={application}
        decisions={decisions}
        open={isApproving}
        onClose={() => setApproving(false)}
      />
    </>
  );
}
