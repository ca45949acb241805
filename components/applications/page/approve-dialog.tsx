import { useRef, useState } from "react";
import * as z from "zod/mini";
import type { Application } from "@/lib/applications/schema";
import { fromLocalFields, pastWords, wrongWords } from "@/lib/orders/hand-over";
import { nameInSentence } from "@/lib/values/words";
import { HandOverFields, useDoubt } from "../../orders/hand-over-fields";
import { usePersonId } from "../../people/signed-in";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { findUnfinished, unfinishedWords } from "../../ui/request-form";
import { useTabState } from "../../ui/tab-state";
import { type Decision, draftNames } from "./use-decisions";

type Props = { application: Application; decision: Decision; open: boolean; onClose(): void };

const Draft = z.object({ day: z.string() });
const NONE = { day: "" };

/** Takes the day of the hand-over if it is known. */
export function ApproveDialog({ application, decision, open, onClose }: Props) {
  const { id, name, petName, handledBy } = application;
  const me = usePersonId();
  const [{ day }, saveDraft] = useTabState(draftNames(id, me).approval, NONE, Draft);
  const { fields, doubt, isAsked, problem, check, forget } = useCheck(day);
  const approve = () => {
    const shipDate = fromLocalFields(day) ?? null;
    const done = shipDate === null ? "Approved. Choose the day when you know it." : "Approved.";
    // Approving it also takes it over, unless somebody handles it.
    const change = { ...(handledBy === null && { handledBy: me }), ...(shipDate && { shipDate }) };
    decision.decide({ status: "approved", ...change }, done, { onDone: () => saveDraft(NONE) });
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
      confirm={isAsked ? "Approve anyway" : "Approve"}
      mayConfirm={check}
      tone="primary"
      onAnswer={(isConfirmed) => {
        forget();
        onClose();
        if (isConfirmed) approve();
      }}
    >
      <div ref={fields}>
        <HandOverFields
          value={day}
          onChange={(value) => {
            forget();
            saveDraft({ day: value });
          }}
          error={problem || (isAsked ? doubt : "")}
          hint={(!isAsked && (doubt || pastWords(day))) || "You can leave this empty and choose the day later."}
        />
      </div>
    </ConfirmDialog>
  );
}

/** Checks the day of the hand-over before the approval: a wrong one is refused, and an unlikely one is asked about. */
function useCheck(day: string) {
  const fields = useRef<HTMLDivElement>(null);
  const { doubt, isAsked, accept, ...asking } = useDoubt(day);
  const [problem, setProblem] = useState("");
  const check = () => {
    const unfinished = findUnfinished(fields.current);
    const wrong = unfinished ? unfinishedWords(unfinished) : wrongWords(day);
    setProblem(wrong);
    if (wrong === "") return accept();
    (unfinished ?? fields.current?.querySelector("input"))?.focus();
    return false;
  };
  const forget = () => {
    setProblem("");
    asking.forget();
  };
  return { fields, doubt, isAsked, problem, check, forget };
}
