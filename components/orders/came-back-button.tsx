import { useId } from "react";
import * as z from "zod/mini";
import { MAX_REASON_LENGTH } from "@/lib/orders/schema";
import { nameInSentence } from "@/lib/values/excerpt";
import { isBlank } from "@/lib/values/text";
import { usePersonId } from "../people/signed-in";
import { Field, Optional, Textarea } from "../ui/forms/field";
import { useTabState } from "../ui/hooks/use-tab-state";
import { ConfirmButton } from "../ui/overlays/confirm-button";

type Props = {
  orderId: bigint;
  petName: string;
  busy: boolean;
  /** Takes the animal back. Returns whether that worked. */
  onReturn(reason: string | undefined): Promise<boolean>;
};

const Draft = z.object({ reason: z.string() });
const NONE = { reason: "" };

/** The button that takes an animal back, optionally with a reason. */
export function CameBackButton({ orderId, petName, busy, onReturn }: Props) {
  // A return that failed can be tried again with the same text.
  const [{ reason }, saveDraft] = useTabState(`orders.return.${orderId}.${usePersonId()}`, NONE, Draft);
  const returnPet = async () => {
    if (await onReturn(isBlank(reason) ? undefined : reason)) saveDraft(NONE);
  };
  return (
    <ConfirmButton
      look="quiet"
      label="Record return"
      question={
        <>
          Has <bdi>{nameInSentence(petName)}</bdi> come back?
        </>
      }
      details="The animal becomes available again. The adoption stays in the list of returns."
      confirm="Record the return"
      tone="primary"
      busy={busy}
      onConfirm={() => void returnPet()}
    >
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
            onChange={({ target }) => saveDraft({ reason: target.value })}
          />
        )}
      </Field>
    </ConfirmButton>
  );
}
