"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { NameValues } from "@/lib/people/form";
import { Button } from "../ui/button";
import { Field, Input } from "../ui/field";
import { stack } from "../ui/panel";
import { useRequestForm } from "../ui/use-request-form";
import { RequestProblem } from "./request-problem";

type Props = {
  name: string;
  hint: string;
  autoComplete: "name" | "off";
  /** Sends the new name. @throws ApiError */
  send(name: string): Promise<void>;
};

/** Asks for the name of a person. */
export function NameForm({ name, hint, autoComplete, send }: Props) {
  const id = useId();
  const form = useForm<NameValues>({ resolver: zodResolver(NameValues), defaultValues: { name } });
  const { errors } = form.formState;
  const request = useRequestForm({ form, fields: ["name"], send: (values) => send(values.name.trim()) });
  return (
    <>
      <form id={id} {...request.attributes} onChange={request.onEdit} className={stack}>
        <Field id={`${id}-name`} label="Name" hint={hint} error={errors.name?.message}>
          {(attributes) => (
            <Input {...attributes} {...form.register("name")} dir="auto" autoComplete={autoComplete} required />
          )}
        </Field>
        <Button type="submit" form={id} look="quiet" className="justify-self-start" busy={request.isSending}>
          {request.isSending ? "Saving…" : "Save name"}
        </Button>
      </form>
      <RequestProblem
        id={`${id}-again`}
        error={request.failure}
        notDone="The name was not changed."
        inDoubt="We do not know whether the name was changed. Save it again: nothing happens twice."
        onWaited={request.sendAgain}
        onSignedIn={request.resume}
      />
    </>
  );
}
