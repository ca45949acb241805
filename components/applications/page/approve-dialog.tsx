import { useRef, useState } from "react";
import type { Application } from "@/lib/applications/schema";
import { fromLocalFields, wrongWords } from "@/lib/orders/hand-over";
import { nameInSentence } from "@/lib/values/words";
import { HandOverFields, useDoubt } from "../../orders/hand-over-fields";
import { usePersonId } from "../../people/signed-in";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { findUnfinished, unfinishedWords } from "../../ui/request-form";
import type { Decision } from "./use-decisions";

type Props = { application: Application; decision: Decision; open: boolean; onClose(): void };

/** Takes the day of the hand-over if it is known. */
export function ApproveDialog({ application, decision, open, onClose }: Props) {
  const { name, petName, handledBy } = application;
  const me = usePersonId();
  const fields = useRef<HTMLDivElement>(null);
  const [day, setDay] = useState("");
  const [problem, setProblem] = useState("");
  const doubt = useDoubt(day);
  const check = () => {
    const unfinished = findUnfinished(fields.current);
    const wrong = unfinished ? unfinishedWords(unfinished) : wrongWords(day);
    setProblem(wrong);
    if (wrong !== "") (unfinished ?? fields.current?.querySelector("input"))?.focus();
    return wrong === "";
  };
  const approve = () => {
    const shipDate = fromLocalFields(day) ?? null;
    const done = shipDate === null ? "Approved. Choose the day when you know it." : "Approved.";
    // Whoever approves it also handles it, unless somebody does.
    const change = { ...(handledBy === null && { handledBy: me }), ...(shipDate && { shipDate }) };
    decision.decide({ status: "approved", ...change }, done);
  };
  return (
    <ConfirmDialog
      open={open}
      question={
        <>
          Approve <bdi>{nameInSentence(name)}</bdi> as the adopter of <bdi>{nameInSentence(petName)}</bdi>?
        </>
      }
      details="The animal becomes pending, and other applications stay open until the hand-over. You can undo this until then."
      confirm="Approve"
      mayConfirm={check}
      tone="primary"
      onAnswer={(isConfirmed) => {
        onClose();
        if (isConfirmed) approve();
      }}
    >
      <div ref={fields}>
        <HandOverFields
          value={day}
          onChange={(value) => {
            setProblem("");
            setDay(value);
          }}
          error={problem}
          hint={doubt || "You can leave this empty and choose the day later."}
        />
      </div>
    </ConfirmDialog>
  );
}
