"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { KEYS, sendCreateKey } from "@/lib/keys/client";
import { EMPTY_KEY, type KeyValues, keyForm, toNewKey } from "@/lib/keys/form";
import { useCommand } from "../audit/use-command";
import { RequestForm } from "../people/request-problem";
import { usePersonId } from "../people/signed-in";
import { useRequestForm } from "../ui/request-form";
import { useDraft } from "../ui/tab-state";
import { KeyFields, ScopeBoxes } from "./key-fields";
import { type MadeSecret, SecretButton } from "./key-secret";

function KeyCreateForm({ onMade }: { onMade(made: MadeSecret): void }) {
  const form = useForm<KeyValues>({ resolver: zodResolver(keyForm()), defaultValues: EMPTY_KEY });
  const { forget } = useDraft(form, `keys.create.${usePersonId()}`);
  const create = useCommand({
    send: (values: KeyValues) => sendCreateKey(toNewKey(values)),
    reads: KEYS,
    onDone: ({ data: { key } }, { scopes }) => {
      forget();
      onMade({ secret: key, scopes });
    },
  });
  const request = useRequestForm({ form, send: create.send });
  return (
    <RequestForm isSheet request={request} label="Create key" busyLabel="Creating…">
      <KeyFields />
      <ScopeBoxes />
    </RequestForm>
  );
}

export function KeyCreate() {
  return (
    <SecretButton label="Create a key" title="Create a key" secretLabel="The new key">
      {(onMade) => <KeyCreateForm onMade={onMade} />}
    </SecretButton>
  );
}
