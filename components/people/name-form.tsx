"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { NameDraft, NameValues } from "@/lib/people/form";
import { Button } from "../ui/button";
import { Field, Input } from "../ui/field";
import { stack } from "../ui/panel";
import { useRequestForm } from "../ui/request-form";
import { SheetActions } from "../ui/sheet";
import { useFormDraft } from "../ui/use-form-draft";
import { RequestProblem } from "./request-problem";
import { usePersonId } from "./signed-in";

type Props = {
  /** The id of the person whose name it is. */
  person: string;
  name: string;
  hint: string;
  autoComplete: "name" | "off";
  /** Whether it is the content of a sheet. */
  isSheet?: boolean;
  /** Reads the current name. Left out where nobody else is expected to change it at the same time. */
  readName?(): Promise<string>;
  /** Sends the new name. @throws ApiError */
  send(name: string): Promise<void>;
};

/** Asks for the name of a person. */
export function NameForm({ person, name, hint, autoComplete, isSheet = false, readName, send }: Props) {
  const id = useId();
  const form = useForm<NameValues>({ resolver: zodResolver(NameValues), defaultValues: { name } });
  const { errors } = form.formState;
  const [before] = useState(name);
  // The name that somebody else has set since the form was opened. It is shown before it is replaced.
  const [theirs, setTheirs] = useState<string | null>(null);
  const forget = useFormDraft({ form, name: `people.name.${person}.${usePersonId()}`, schema: NameDraft });
  const request = useRequestForm({
    form,
    fields: ["name"],
    send: async (values) => {
      const wanted = values.name.trim();
      const current = await readName?.();
      if (current !== undefined && current !== (theirs ?? before) && current !== wanted) return setTheirs(current);
      await send(wanted);
      forget();
    },
  });
  const save = (
    <Button type="submit" form={id} look={isSheet ? "primary" : "quiet"} busy={request.isSending}>
      {request.isSending ? "Saving…" : "Save name"}
    </Button>
  );

  return (
    <>
      <form id={id} {...request.attributes} onChange={request.onEdit} className={stack}>
        <Field id={`${id}-name`} label="Name" hint={hint} error={errors.name?.message}>
          {(attributes) => (
            <Input {...attributes} {...form.register("name")} dir="auto" autoComplete={autoComplete} required />
          )}
        </Field>
        {theirs !== null && (
          <p role="alert" className="text-sm text-amber">
            In the meantime, somebody else has changed the name to <bdi>“{theirs}”</bdi>. Saving replaces it.
          </p>
        )}
        {!isSheet && <div>{save}</div>}
      </form>
      <RequestProblem
        id={`${id}-again`}
        error={request.failure}
        notDone="The name was not changed."
        inDoubt="We do not know whether the name was changed. Save it again: nothing happens twice."
        onWaited={request.sendAgain}
        onSignedIn={request.resume}
      />
      {isSheet && <SheetActions>{save}</SheetActions>}
    </>
  );
}
