import { type ComponentProps, useId, useRef, useState } from "react";
import * as z from "zod/mini";
import { plannedLaterWords } from "@/lib/orders/hand-over";
import { DAY_ALONE, MAX_REASON_LENGTH, type OrderCompletion, type OrderReturn } from "@/lib/orders/schema";
import { isBlank } from "@/lib/values/text";
import { localDate } from "@/lib/values/time";
import { nameInSentence } from "@/lib/values/words";
import { usePersonId } from "../people/signed-in";
import { Button } from "../ui/button";
import { ConfirmButton, ConfirmDialog } from "../ui/confirm-dialog";
import { Field, Input, Textarea } from "../ui/field";
import { Checkbox } from "../ui/form-controls";
import { Menu, MenuItem, MenuLink, MoreLabel } from "../ui/menu";
import { useTabState } from "../ui/tab-state";

/** On a page of one adoption, in a row of a list, or in a list of hand-overs, which offers nothing else. */
export type StepsLook = "page" | "row" | "handOver";

const today = () => localDate(new Date());

/**
 * The day of a step that is being taken: today, unless somebody chooses an earlier one. A page may stay open overnight,
 * so which day is today is asked each time.
 */
function useStepDay(label: string) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const check = () => {
    const isRight = chosen === null || (chosen !== "" && chosen <= today());
    setWrong(!isRight);
    if (!isRight) input.current?.focus();
    return isRight;
  };
  /** Returns what is sent: nothing for today. */
  const details = () => (chosen === null || chosen === today() ? {} : { tookPlaceAt: `${chosen}${DAY_ALONE}` });
  const field = (
    <Field id={useId()} label={label} error={isWrong ? "Enter today or an earlier day" : undefined} isAnnounced>
      {(attributes) => (
        <Input
          {...attributes}
          ref={input}
          type="date"
          className="justify-self-start"
          max={today()}
          value={chosen ?? today()}
          onChange={({ target }) => {
            setChosen(target.value);
            setWrong(false);
          }}
        />
      )}
    </Field>
  );
  return { field, check, details };
}

type HandOverProps = Pick<ComponentProps<typeof ConfirmButton>, "look" | "className" | "busy"> & {
  petName: string;
  /** Unknown for an adoption without an application. */
  adopterName: string | undefined;
  shipDate: string | null;
  onHandOver(details: OrderCompletion): void;
};

export function HandOverButton({ petName, adopterName, shipDate, onHandOver, ...button }: HandOverProps) {
  const day = useStepDay("Handed over on");
  const name = <bdi>{nameInSentence(petName)}</bdi>;
  return (
    <ConfirmButton
      label="Hand over"
      {...button}
      question={
        adopterName === undefined ? (
          <>Has {name} been handed over?</>
        ) : (
          <>
            Has {name} been handed to <bdi>{nameInSentence(adopterName)}</bdi>?
          </>
        )
      }
      details={`${plannedLaterWords(shipDate, new Date())} This completes the adoption. If the animal comes back, you can record that later.`}
      confirm="Handed over"
      tone="primary"
      mayConfirm={day.check}
      onConfirm={() => onHandOver(day.details())}
    >
      {day.field}
    </ConfirmButton>
  );
}

type CompletedProps = {
  orderId: bigint;
  petId: bigint;
  petName: string;
  look: StepsLook;
  busy: boolean;
  onUndo: (() => void) | undefined;
  onReturn(details: OrderReturn): Promise<boolean>;
};

const Draft = z.object({ reason: z.string(), isHidden: z.boolean() });
const NONE = { reason: "", isHidden: false };

export function CompletedActions({ orderId, petId, petName, look, busy, onUndo, onReturn }: CompletedProps) {
  const [isAsked, setAsked] = useState(false);
  // A return that failed can be tried again with the same text and day.
  const [draft, saveDraft] = useTabState(`orders.return.${orderId}.${usePersonId()}`, NONE, Draft);
  const { reason, isHidden } = draft;
  const day = useStepDay("Came back on");
  const returnPet = async () => {
    const hidden = isHidden && { hidden: "in_care" as const };
    if (await onReturn({ ...(!isBlank(reason) && { reason }), ...hidden, ...day.details() })) saveDraft(NONE);
  };
  const name = <bdi>{nameInSentence(petName)}</bdi>;
  const ask = () => setAsked(true);
  return (
    <>
      {look === "row" ? (
        <Menu look="icon" label={<MoreLabel>More for {name}</MoreLabel>}>
          {onUndo && <MenuItem onSelect={onUndo}>Undo the hand-over</MenuItem>}
          <MenuItem onSelect={ask}>Record return…</MenuItem>
          <MenuLink href={`/staff/animals?history=${petId}`}>History</MenuLink>
        </Menu>
      ) : (
        <>
          <Button look="quiet" aria-haspopup="dialog" busy={busy} onClick={ask}>
            Record return
          </Button>
          {onUndo && (
            <Button look="quiet" busy={busy} onClick={onUndo}>
              Undo the hand-over
            </Button>
          )}
        </>
      )}
      <ConfirmDialog
        open={isAsked}
        question={<>Has {name} come back?</>}
        details="The animal becomes available again. The adoption stays in the list of returns."
        confirm="Record the return"
        tone="primary"
        mayConfirm={day.check}
        onAnswer={(isConfirmed) => {
          setAsked(false);
          if (isConfirmed) void returnPet();
        }}
      >
        {day.field}
        <Reason reason={reason} onChange={(changed) => saveDraft({ ...draft, reason: changed })} />
        <Checkbox checked={isHidden} onChange={({ target }) => saveDraft({ ...draft, isHidden: target.checked })}>
          Keep hidden until I have looked
        </Checkbox>
      </ConfirmDialog>
    </>
  );
}

function Reason({ reason, onChange }: { reason: string; onChange(reason: string): void }) {
  return (
    <Field
      id={useId()}
      label="Why did it come back?"
      isOptional
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
