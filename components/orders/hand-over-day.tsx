import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { Edit, EditOutcome } from "@/lib/http/edit";
import { saveHandOver, toStoredDay } from "@/lib/orders/client";
import { PlannedDay, pastWords } from "@/lib/orders/hand-over";
import type { Order } from "@/lib/orders/schema";
import { appointmentWords } from "@/lib/values/time-words";
import { capitalized } from "@/lib/values/words";
import { useUndoOffer } from "../audit/undo-offer";
import { useCommand } from "../audit/use-command";
import { RequestForm } from "../people/request-problem";
import { CollisionQuestion } from "../ui/collision";
import { useRequestForm } from "../ui/request-form";
import { SheetButton } from "../ui/sheet";
import { closeToastsAbout, showToast } from "../ui/toast";
import { HandOverField, useDoubt } from "./hand-over-fields";

type HandOverProps = { order: Pick<Order, "id" | "shipDate" | "version">; petName: string; className?: string };

export function HandOverDay({ order, petName, className }: HandOverProps) {
  return (
    <DayButton
      what="hand-over"
      name={petName}
      stored={toStoredDay(order)}
      about={`order:${order.id}`}
      save={(edit) => saveHandOver(order.id, edit)}
      className={className}
    />
  );
}

type DayProps = {
  what: "hand-over" | "visit";
  /** Of the animal that is handed over, or of the person who visits. */
  name: string;
  stored: { version: string; values: PlannedDay };
  /** Names the messages about it. */
  about: string;
  /** @throws ApiError */
  save(edit: Edit<PlannedDay>): Promise<EditOutcome<PlannedDay, { changeSets: string[] }>>;
};

/** The button with the dialog that sets a day, and its time if that is known. */
export function DayButton({ className, ...props }: DayProps & { className?: string | undefined }) {
  const { what, name, stored } = props;
  const title = (
    <>
      {capitalized(what)} of <bdi>{name}</bdi>
    </>
  );
  const label = stored.values.day === "" ? "Set the day" : "Change the day";
  return (
    <SheetButton look="quiet" className={className} label={label} title={title}>
      {(close) => <DayForm {...props} onClose={close} />}
    </SheetButton>
  );
}

/** Words of a day or time that is chosen, as in the fields. */
const plannedWords = ({ day }: PlannedDay) => (day === "" ? "not set" : appointmentWords(day));

/** A change by somebody else since the dialog was opened is a collision. */
function DayForm({ what, name, stored, about, save, onClose }: DayProps & { onClose(): void }) {
  const offerUndo = useUndoOffer();
  const [{ edit, collision }, setOutcome] = useState<Omit<EditOutcome<PlannedDay, unknown>, "answer">>({
    edit: { ...stored, before: stored.values },
    collision: null,
  });
  const { send } = useCommand({
    send: save,
    onDone: (outcome) => {
      setOutcome(outcome);
      if (outcome.answer === null) return;
      const { day } = outcome.edit.values;
      const done = day === "" ? "has no day." : `is set for ${appointmentWords(day)}. ${pastWords(day)}`.trim();
      showToast({
        about,
        text: (
          <span>
            The {what} of <bdi>{name}</bdi> {done}
          </span>
        ),
        ...offerUndo(outcome.answer.changeSets, { about }),
      });
      onClose();
    },
  });
  const form = useForm({ resolver: zodResolver(PlannedDay), defaultValues: stored.values });
  const doubt = useDoubt(useWatch({ control: form.control, name: "day" }));
  const request = useRequestForm({
    form,
    send: async (values) => {
      if (values.day === edit.before.day) return onClose();
      closeToastsAbout(about);
      await send({ ...edit, values });
    },
  });
  return (
    <RequestForm request={request} isSheet label="Save">
      <HandOverField label={capitalized(what)} name="day" hint={doubt} />
      {collision && (
        <CollisionQuestion
          fields={[
            { label: capitalized(what), theirs: plannedWords(collision.theirs), yours: plannedWords(collision.yours) },
          ]}
          onTheirs={onClose}
          onYours={request.sendAgain}
        >
          <p>Somebody else has changed it in the meantime.</p>
        </CollisionQuestion>
      )}
    </RequestForm>
  );
}
