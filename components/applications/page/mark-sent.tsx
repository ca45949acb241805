import { useState } from "react";
import { type Application, type ApplicationChange, LENGTHS } from "@/lib/applications/schema";
import { STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import { isOpen } from "@/lib/applications/status";
import { Button } from "../../ui/button";
import { FieldError } from "../../ui/field";
import { actions } from "../../ui/panel";
import type { Decisions } from "./use-decisions";
import { DecisionProblem } from "./use-decisions";

type Props = {
  application: Application;
  decisions: Decisions;
  text: string;
  /** Whether the text was opened in the mail program, or copied, so that this is the next step. */
  isNext: boolean;
  /** Selects what is still to be filled in. Returns whether there is something. */
  stopAtGap(): boolean;
  onSent(): void;
  /** Called with the reply's text when the step is undone. */
  onUndone(text: string): void;
};

/** What follows a reply that the mail program sends: it is stored, and a new application or a question goes on. */
export function MarkSent({ application, decisions, text, isNext, stopAtGap, onSent, onUndone }: Props) {
  const { decide, busy, failure } = decisions;
  const [isTooLong, setTooLong] = useState(false);
  const { label, change, done } = stepOf(application, text);
  const mark = async () => {
    if (stopAtGap()) return;
    const isLong = [...text].length > LENGTHS.reply;
    setTooLong(isLong);
    if (isLong) return;
    if (await decide(change, done, { onUndone: () => onUndone(text) })) onSent();
  };
  return (
    <div className="grid gap-2.5 border-t border-line pt-3">
      <div className={actions}>
        <p role="status">Once your reply is sent:</p>
        <Button look={isNext ? "primary" : "quiet"} busy={busy} onClick={() => void mark()}>
          {label}
        </Button>
      </div>
      <FieldError id="mark-sent-error" role="alert">
        {isTooLong ? `Only replies of up to ${LENGTHS.reply.toLocaleString("en")} characters can be kept.` : undefined}
      </FieldError>
      {failure?.change.reply !== undefined && (
        <DecisionProblem application={application} decisions={decisions} failure={failure} isBesideButton />
      )}
    </div>
  );
}

function stepOf({ status, isQuestion, toTell }: Application, reply: string) {
  const change: ApplicationChange = { reply, ...(toTell && { toTell: false }) };
  if (isQuestion && isOpen(status)) {
    return {
      label: "Mark as answered",
      change: { ...change, status: "answered" as const },
      done: "Marked as answered.",
    };
  }
  const label = "Mark as sent";
  if (status !== "new") return { label, change, done: "Your reply is kept with the application." };
  const done = `Your reply is kept. The application is now “${STAFF_STATUS_LABELS.talking}”.`;
  return { label, change: { ...change, status: "talking" as const }, done };
}
