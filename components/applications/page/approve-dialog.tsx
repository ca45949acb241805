import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import * as z from "zod/mini";
import { openApplicationsQuery } from "@/lib/applications/client";
import type { Application, ApplicationSummary } from "@/lib/applications/schema";
import { STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import { fromLocalFields, pastWords, wrongWords } from "@/lib/orders/hand-over";
import { nameInSentence } from "@/lib/values/words";
import { HandOverFields, useDoubts } from "../../orders/hand-over-fields";
import { usePersonId } from "../../people/signed-in";
import { ApplicantNames } from "../../pets/pet-messages";
import { ConfirmDialog } from "../../ui/confirm-dialog";
import { findUnfinished, unfinishedWords } from "../../ui/request-form";
import { useTabState } from "../../ui/tab-state";
import type { Decisions } from "./use-decisions";
import { draftNames } from "./use-decisions";

type Props = { application: Application; decisions: Decisions; open: boolean; onClose(): void };

const Draft = z.object({ day: z.string() });
const NONE = { day: "" };

/** Names the other applicants, and takes the day of the hand-over if it is known. */
export function ApproveDialog({ application, decisions, open, onClose }: Props) {
  const { id, petId, name, petName, handledBy } = application;
  const me = usePersonId();
  const others =
    useQuery({ ...openApplicationsQuery(petId), enabled: open }).data?.filter((other) => other.id !== id) ?? [];
  const [{ day }, saveDraft] = useTabState(draftNames(id, me).approval, NONE, Draft);
  const { fields, doubt, isDoubted, problem, check, forget } = useCheck(day);
  const approve = async () => {
    const shipDate = fromLocalFields(day) ?? null;
    const done = shipDate === null ? "Approved. Choose the day when you know it." : "Approved.";
    const change = { status: "approved", ...(shipDate && { shipDate }) } as const;
    // Approving it also takes it over, unless somebody handles it.
    const isDone =
      handledBy === null
        ? await decisions.decide({ ...change, handledBy: me }, done, { handler: { id: me, name: "" } })
        : await decisions.decide(change, done);
    if (isDone) saveDraft(NONE);
  };
  return (
    <ConfirmDialog
      open={open}
      question={
        <>
          Approve <bdi>{nameInSentence(name)}</bdi> as the adopter of <bdi>{nameInSentence(petName)}</bdi>?
        </>
      }
      details={
        <>
          The animal becomes pending. You can undo this until the adoption is completed.
          <Others others={others} />
        </>
      }
      confirm={isDoubted ? "Approve anyway" : "Approve"}
      mayConfirm={check}
      tone="primary"
      onAnswer={(isConfirmed) => {
        forget();
        onClose();
        if (isConfirmed) void approve();
      }}
    >
      <div ref={fields}>
        <HandOverFields
          value={day}
          onChange={(value) => {
            forget();
            saveDraft({ day: value });
          }}
          error={problem || (isDoubted ? doubt : "")}
          hint={(!isDoubted && (doubt || pastWords(day))) || "You can leave this empty and choose the day later."}
        />
      </div>
    </ConfirmDialog>
  );
}

/** Checks the day of the hand-over before the approval: a wrong one is refused, and an unlikely one is asked about. */
function useCheck(day: string) {
  const fields = useRef<HTMLDivElement>(null);
  const doubt = useDoubts()(day);
  /** The unlikely day that the dialog has asked about. */
  const [doubted, setDoubted] = useState("");
  const isDoubted = doubt !== "" && doubted === day;
  const [problem, setProblem] = useState("");
  const check = () => {
    const unfinished = findUnfinished(fields.current);
    const wrong = unfinished ? unfinishedWords(unfinished) : wrongWords(day);
    setProblem(wrong);
    if (wrong !== "") (unfinished ?? fields.current?.querySelector("input"))?.focus();
    else setDoubted(day);
    return wrong === "" && (isDoubted || doubt === "");
  };
  const forget = () => {
    setProblem("");
    setDoubted("");
  };
  return { fields, doubt, isDoubted, problem, check, forget };
}

function Others({ others }: { others: readonly ApplicationSummary[] }) {
  if (others.length === 0) return null;
  const isOne = others.length === 1;
  return (
    <>
      {" "}
      <ApplicantNames applications={others} note={({ status }) => STAFF_STATUS_LABELS[status]} />{" "}
      {isOne
        ? "has asked, too: that application stays open until the hand-over."
        : "have asked, too: their applications stay open until the hand-over."}
    </>
  );
}
