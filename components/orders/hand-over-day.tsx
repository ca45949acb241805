import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useController, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { sendSchedule } from "@/lib/orders/client";
import { agreedWords, fromLocalFields, pastWords, toLocalFields, wrongWords } from "@/lib/orders/hand-over";
import type { Order } from "@/lib/orders/schema";
import { useUndoOffer } from "../audit/undo-offer";
import { useCommand } from "../audit/use-command";
import { RequestForm } from "../people/request-problem";
import { Button } from "../ui/button";
import { useRequestForm } from "../ui/request-form";
import { Sheet } from "../ui/sheet";
import { closeToastsAbout, showToast } from "../ui/toast";
import { HandOverFields, HandOverTime, useDoubt } from "./hand-over-fields";

type DayProps = { order: Pick<Order, "id" | "shipDate">; petName: string };

export function HandOverDay({ className, ...day }: DayProps & { className?: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="quiet" className={className} onClick={() => setOpen(true)}>
        {day.order.shipDate === null ? "Set the day" : "Change the day"}
      </Button>
      <Sheet
        title={
          <>
            Hand-over of <bdi>{day.petName}</bdi>
          </>
        }
        open={isOpen}
        onClose={close}
      >
        <DayForm {...day} onClose={close} />
      </Sheet>
    </>
  );
}

const DayValues = z.object({
  handOver: z
    .string()
    .check(z.refine((text) => wrongWords(text) === "", { error: ({ input }) => wrongWords(String(input)) })),
});

/** The day, and the time if it is known. */
function DayForm({ order: { id, shipDate }, petName, onClose }: DayProps & { onClose(): void }) {
  const offerUndo = useUndoOffer();
  const save = useCommand({
    send: (next: string | null) => sendSchedule(id, { shipDate: next, was: shipDate }),
    onDone: ({ changeSets }, next) => {
      const about = `order:${id}`;
      const past = pastWords(toLocalFields(next));
      const done = next === null ? "has no day." : `is set for ${agreedWords(next)}. ${past}`.trim();
      showToast({
        about,
        text: (
          <span>
            The hand-over of <bdi>{petName}</bdi> {done}
          </span>
        ),
        ...offerUndo(changeSets, { about }),
      });
    },
  });
  const [shownFirst] = useState(shipDate);
  const form = useForm({ resolver: zodResolver(DayValues), defaultValues: { handOver: toLocalFields(shipDate) } });
  const { field, fieldState } = useController({ control: form.control, name: "handOver" });
  const doubt = useDoubt(field.value);
  const request = useRequestForm({
    form,
    send: async ({ handOver }) => {
      const next = fromLocalFields(handOver) ?? null;
      if (next !== shipDate) {
        closeToastsAbout(`order:${id}`);
        await save.send(next);
      }
      onClose();
    },
  });
  return (
    <RequestForm request={request} isSheet label="Save">
      <HandOverFields
        name={field.name}
        day={field.ref}
        value={field.value}
        onChange={field.onChange}
        hint={doubt}
        error={fieldState.error?.message}
      />
      {shipDate !== shownFirst && !save.isSuccess && (
        <p role="alert" className="text-sm text-amber">
          In the meantime, somebody else has changed it: it is now{" "}
          {shipDate ? <HandOverTime iso={shipDate} /> : "not set"}. Saving replaces that.
        </p>
      )}
    </RequestForm>
  );
}
