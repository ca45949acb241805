import { useId, useState } from "react";
import * as z from "zod/mini";
import type { StepDetails } from "@/lib/orders/queries";
import { MAX_REASON_LENGTH } from "@/lib/orders/schema";
import { nameInSentence } from "@/lib/values/excerpt";
import { isBlank } from "@/lib/values/text";
import { usePersonId } from "../people/signed-in";
import { Button } from "../ui/buttons/button";
import { Field, Optional, Textarea } from "../ui/forms/field";
import { useTabState } from "../ui/hooks/use-tab-state";
import { ConfirmButton } from "../ui/overlays/confirm-button";
import { ConfirmDialog, type Question } from "../ui/overlays/confirm-dialog";
import { Menu, MenuItem, MenuLink, MoreLabel } from "../ui/overlays/menu";
import { StepDay, useStepDay } from "./step-day";

type Props = {
  orderId: bigint;
  petId: bigint;
  petName: string;
  /** Whether it is an entry of a menu, as in a list, where it is rarely needed. */
  inMenu: boolean;
  busy: boolean;
  /** Undoes the hand-over, if that is still possible. */
  onUndo: (() => void) | undefined;
  /** Takes the animal back. Returns whether that worked. */
  onReturn(details: StepDetails): Promise<boolean>;
};

const Draft = z.object({ reason: z.string() });
const NONE = { reason: "" };

/**
 * The step that takes an animal back, optionally with a reason, and the one that undoes the hand-over: buttons, or
 * entries of a menu.
 */
export function CompletedActions({ orderId, petId, petName, inMenu, busy, onUndo, onReturn }: Props) {
  const [isAsked, setAsked] = useState(false);
  // A return that failed can be tried again with the same text and day.
  const [{ reason }, saveDraft] = useTabState(`orders.return.${orderId}.${usePersonId()}`, NONE, Draft);
  const day = useStepDay();
  const returnPet = async () => {
    day.keep();
    if (!(await onReturn({ ...(!isBlank(reason) && { reason }), ...day.fields() }))) return;
    saveDraft(NONE);
    day.choose(null);
  };
  const name = <bdi>{nameInSentence(petName)}</bdi>;
  const question: Question = {
    question: <>Has {name} come back?</>,
    details: "The animal becomes available again. The adoption stays in the list of returns.",
    confirm: "Record the return",
    tone: "primary",
    mayConfirm: day.check,
    children: (
      <>
        <StepDay label="Came back on" day={day} />
        <Reason reason={reason} onChange={(changed) => saveDraft({ reason: changed })} />
      </>
    ),
  };
  if (!inMenu) {
    return (
      <>
        <ConfirmButton
          look="quiet"
          label="Record return"
          {...question}
          busy={busy}
          onConfirm={() => void returnPet()}
        />
        {onUndo && (
          <Button look="quiet" busy={busy} onClick={onUndo}>
            Undo the hand-over
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      <Menu look="icon" label={<MoreLabel>More for {name}</MoreLabel>}>
        {onUndo && <MenuItem onSelect={onUndo}>Undo the hand-over</MenuItem>}
        <MenuItem onSelect={() => setAsked(true)}>Record return…</MenuItem>
        <MenuLink href={`/staff/animals?history=${petId}`}>History</MenuLink>
      </Menu>
      <ConfirmDialog
        {...question}
        open={isAsked}
        onAnswer={(isConfirmed) => {
          setAsked(false);
          if (isConfirmed && !busy) void returnPet();
        }}
      />
    </>
  );
}

/** Asks why an animal came back. */
function Reason({ reason, onChange }: { reason: string; onChange(reason: string): void }) {
  return (
    <Field
      id={useId()}
      label={
        <>
          Why did it come back? <Optional />
        </>
      }
      hint="This helps to find the right home. Only the shelter sees it. It is kept, so leave out names."
    >
      {(attributes) => (
        <Textarea
          {...attributes}
          dir="auto"
          rows={3}
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
