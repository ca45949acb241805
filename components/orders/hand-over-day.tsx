import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useController, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { sendSchedule } from "@/lib/orders/client";
import { fromLocalFields, pastWords, toLocalFields, wrongWords } from "@/lib/orders/hand-over";
import type { Order } from "@/lib/orders/schema";
import { appointmentWords } from "@/lib/values/time-words";
import { capitalized } from "@/lib/values/words";
import { useUndoOffer } from "../audit/undo-offer";
import { useCommand } from "../audit/use-command";
import { RequestForm } from "../people/request-problem";
import { Button } from "../ui/button";
import { useRequestForm } from "../ui/request-form";
import { Sheet } from "../ui/sheet";
import { closeToastsAbout, showToast } from "../ui/toast";
import { HandOverFields, useDoubt } from "./hand-over-fields";

type HandOverProps = { order: Pick<Order, "id" | "shipDate">; petName: string; className?: string };

export function HandOverDay({ order: { id, shipDate }, petName, className }: HandOverProps) {
  const send = (day: string) => sendSchedule(id, { shipDate: fromLocalFields(day) ?? null, was: shipDate });
  return (
    <DayButton
      what="hand-over"
      name={petName}
      day={toLocalFields(shipDate)}
      about={`order:${id}`}
      send={send}
      className={className}
    />
  );
}

type DayProps = {
  what: "hand-over" | "visit";
  /** Of the animal that is handed over, or of the person who visits. */
  name: string;
  /** As `toLocalFields` returns it. */
  day: string;
  /** Names the messages about it. */
  about: string;
  /** Sends another day. @throws ApiError */
  send(day: string): Promise<{ changeSets: string[] }>;
};

/** The button with the dialog that sets a day, and its time if that is known. */
export function DayButton({ className, ...props }: DayProps & { className?: string | undefined }) {
  const { what, name, day } = props;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="quiet" className={className} onClick={() => setOpen(true)}>
        {day === "" ? "Set the day" : "Change the day"}
      </Button>
      <Sheet
        title={
          <>
            {capitalized(what)} of <bdi>{name}</bdi>
          </>
        }
        open={isOpen}
        onClose={close}
      >
        <DayForm {...props} onClose={close} />
      </Sheet>
    </>
  );
}

const DayValues = z.object({
  day: z
    .string()
    .check(z.refine((text) => wrongWords(text) === "", { error: ({ input }) => wrongWords(String(input)) })),
});

function DayForm({ what, name, day, about, send, onClose }: DayProps & { onClose(): void }) {
  const offerUndo = useUndoOffer();
  const save = useCommand({
    send,
    onDone: ({ changeSets }, next) => {
      const done = next === "" ? "has no day." : `is set for ${appointmentWords(next)}. ${pastWords(next)}`.trim();
      showToast({
        about,
        text: (
          <span>
            The {what} of <bdi>{name}</bdi> {done}
          </span>
        ),
        ...offerUndo(changeSets, { about }),
      });
    },
  });
  const [shownFirst] = useState(day);
  const form = useForm({ resolver: zodResolver(DayValues), defaultValues: { day } });
  const { field, fieldState } = useController({ control: form.control, name: "day" });
  const doubt = useDoubt(field.value);
  const request = useRequestForm({
    form,
    send: async ({ day: next }) => {
      if (next !== day) {
        closeToastsAbout(about);
        await save.send(next);
      }
      onClose();
    },
  });
  return (
    <RequestForm request={request} isSheet label="Save">
      <HandOverFields
        label={capitalized(what)}
        name={field.name}
        day={field.ref}
        value={field.value}
        onChange={field.onChange}
        hint={doubt}
        error={fieldState.error?.message}
      />
      {day !== shownFirst && !save.isSuccess && (
        <p role="alert" className="text-sm text-amber">
          In the meantime, somebody else has changed it: it is now {day ? appointmentWords(day) : "not set"}. Saving
          replaces that.
        </p>
      )}
    </RequestForm>
  );
}
