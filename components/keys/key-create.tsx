"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { EMPTY_KEY, KeyDraft, type KeyValues, keyForm, toNewKey } from "@/lib/keys/form";
import { useCreateKey } from "@/lib/keys/queries";
import type { Scope } from "@/lib/scopes";
import { RequestProblem } from "../people/request-problem";
import { usePersonId } from "../people/signed-in";
import { Button } from "../ui/button";
import { stack } from "../ui/panel";
import { SheetActions } from "../ui/sheet";
import { useAttempt } from "../ui/use-attempt";
import { useFormDraft } from "../ui/use-form-draft";
import { useRequestForm } from "../ui/use-request-form";
import { KeyFields, ScopeBoxes } from "./key-fields";
import { SecretSheet } from "./secret-sheet";

type Made = { key: string; name: string; scopes: readonly Scope[] };

/** The button that creates an API key, with its dialog: the form, then the whole key, shown once. */
export function KeyCreate() {
  const [made, setMade] = useState<Made | null>(null);
  return (
    <SecretSheet
      trigger="Create a key"
      title={made ? `The key “${made.name}”` : "Create a key"}
      made={made && { label: "The new key", secret: made.key, scopes: made.scopes }}
      onClose={() => setMade(null)}
    >
      <CreateForm onMade={setMade} />
    </SecretSheet>
  );
}

function CreateForm({ onMade }: { onMade(made: Made): void }) {
  const id = useId();
  const create = useCreateKey();
  const form = useForm<KeyValues>({ resolver: zodResolver(keyForm()), defaultValues: EMPTY_KEY });
  const { begin, end } = useAttempt(`keys.attempt.${usePersonId()}`);
  const forget = useFormDraft({ form, name: `keys.create.${usePersonId()}`, schema: KeyDraft });
  const request = useRequestForm({
    form,
    send: async (values) => {
      const { key } = await create.mutateAsync({ key: toNewKey(values), idempotencyKey: begin(values) });
      forget();
      end();
      onMade({ key, name: values.name.trim(), scopes: values.scopes });
    },
  });
  return (
    <>
      <form id={id} {...request.attributes} onChange={request.onEdit} className={stack}>
        <KeyFields id={id} form={form} />
        <ScopeBoxes id={id} form={form} />
        <SheetActions>
          <Button type="submit" form={id} busy={request.isSending}>
            {request.isSending ? "Creating…" : "Create key"}
          </Button>
        </SheetActions>
      </form>
      <RequestProblem
        id={`${id}-again`}
        error={request.failure}
        notDone="No key was created."
        inDoubt="We do not know whether the key was created. Try again: no second one is created."
        onWaited={request.sendAgain}
        onSignedIn={request.resume}
      />
    </>
  );
}
