import { useId, useState } from "react";
import { MAX_REASON_LENGTH } from "@/lib/orders/schema";
import { isBlank } from "@/lib/text";
import { ConfirmButton } from "../ui/confirm-button";
import { Field, Textarea } from "../ui/field";

type Props = { petName: string; busy: boolean; onReturn(reason: string | undefined): void };

/** The step that takes an animal back, and may say why. */
export function CameBackButton({ petName, busy, onReturn }: Props) {
  // Kept here, so that a return that failed can be tried again with the same text.
  const [reason, setReason] = useState("");
  return (
    <ConfirmButton
      look="quiet"
      label="Came back"
      question={
        <>
          Has <bdi>{petName}</bdi> come back?
        </>
      }
      details="The animal becomes available again. The adoption stays in the list of returns."
      confirm="Return the animal"
      tone="primary"
      busy={busy}
      onConfirm={() => onReturn(isBlank(reason) ? undefined : reason)}
    >
      <Field
        id={useId()}
        label="Why did it come back? (optional)"
        hint="Helps to find the right home next. Only the shelter sees this. It is kept, so leave out names."
      >
        {(attributes) => (
          <Textarea
            {...attributes}
            dir="auto"
            rows={3}
            maxLength={MAX_REASON_LENGTH}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
    </ConfirmButton>
  );
}
