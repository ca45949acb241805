"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { NameValues } from "@/lib/people/form";
import { TextField } from "../ui/form-controls";
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
    <RequestForm request={request} isSheet={isSheet} look={isSheet ? "primary" : "quiet"} label="Save name">
      <TextField name="name" label="Name" hint={hint} dir="auto" autoComplete={autoComplete} required />
    </RequestForm>
  );
}
