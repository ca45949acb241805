import { useState } from "react";
import type { Application } from "@/lib/applications/schema";
import { becameWords, STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import { OPEN_STATUSES } from "@/lib/applications/status";
import { useIsMailOn } from "../../mail/mail-on";
import { ConfirmDialog } from "../../ui/overlays/confirm-dialog";
import { Menu, MenuItem } from "../../ui/overlays/menu";
import { buttonClass } from "../../ui/style/button-class";
import { actions } from "../../ui/style/panel";
import { ApproveDialog } from "./approve-dialog";
import { ENDING_WORDS, ENDINGS, type Ending, endingQuestion } from "./endings";
import { MarkAnswered } from "./mark-answered";
import { REPLY_ID } from "./reply";
import type { Decisions } from "./use-decisions";

type Props = { application: Application; decisions: Decisions };

/** The steps of an open question: reply, then mark it as answered. Other statuses are in a menu. */
export function QuestionSteps({ application, decisions, canApprove }: Props & { canApprove: boolean }) {
  const { status, folder } = application;
  const { decide } = decisions;
  const isMailOn = useIsMailOn();
  const [asked, setAsked] = useState<"approved" | Ending | null>(null);
  const isNew = status === "new";
  // The main step for a suspicious question is to say whether it is spam.
  const main = folder === "inbox" ? "primary" : "quiet";
  return (
    <>
      <div className={actions}>
        <a className={buttonClass(isNew ? main : "quiet")} href={`#${REPLY_ID}`}>
          Reply
        </a>
        <MarkAnswered decisions={decisions} look={isNew ? "quiet" : main} />
      </div>
      <div className="-mx-1 -my-2">
        <Menu look="inline" align="start" label="More steps">
          {OPEN_STATUSES.filter((one) => one !== status).map((one) => (
            <MenuItem key={one} onSelect={() => void decide({ status: one }, becameWords(one))}>
              Mark as “{STAFF_STATUS_LABELS[one]}”
            </MenuItem>
          ))}
          {canApprove && <MenuItem onSelect={() => setAsked("approved")}>Approve as an adoption…</MenuItem>}
          {ENDINGS.map((ending) => (
            <MenuItem key={ending} onSelect={() => setAsked(ending)}>
              {ENDING_WORDS[ending].label}…
            </MenuItem>
          ))}
        </Menu>
      </div>
      <ApproveDialog
        application={application}
        decisions={decisions}
        open={asked === "approved"}
        onClose={() => setAsked(null)}
      />
      {ENDINGS.map((ending) => (
        <ConfirmDialog
          key={ending}
          open={asked === ending}
          {...endingQuestion(ending, application, isMailOn)}
          onAnswer={(isConfirmed) => {
            setAsked(null);
            if (isConfirmed) void decide({ status: ending }, ENDING_WORDS[ending].done);
          }}
        />
      ))}
    </>
  );
}
