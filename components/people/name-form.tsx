"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { NameValues } from "@/lib/people/form";
import { Field, Input } from "../ui/field";
import { useRequestForm } from "../ui/request-form";
import { useDraft } from "../ui/tab-state";
import { RequestForm } from "./request-problem";
import { usePersonId } from "./signed-in";

type Props = {
  person: string;
  name: string;
  hint: string;
  autoComplete: "name" | "off";
  isSheet?: boolean;
  /** Sends the new name. @throws ApiError */
  send(name: string): Promise<void>;
};

export function NameForm({ person, name, hint, autoComplete, isSheet = false, send }: Props) {
  const id = useId();
  const form = useForm<NameValues>({ resolver: zodResolver(NameValues), defaultValues: { name } });
  const { forget } = useDraft(form, `people.name.${person}.${usePersonId()}`);
  const request = useRequestForm({
    form,
    fields: ["name"],
    send: async (values) => {
      await send(values.name.trim());
      forget();
    },
  });
  return (
    <RequestForm
      id={id}
      request={request}
      isSheet={isSheet}
      look={isSheet ? "primary" : "quiet"}
      label="Save name"
      notDone="The name was not changed."
      inDoubt="We do not know whether the name was changed. Save it again: nothing happens twice."
    >
      <Field id={`${id}-name`} label="Name" hint={hint} error={form.formState.errors.name?.message}>
        {(attributes) => (
          <Input {...attributes} {...form.register("name")} dir="auto" autoComplete={autoComplete} required />
        )}
      </Field>
    </RequestForm>
  );
}
