"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { type RefObject, useState } from "react";
import { useForm } from "react-hook-form";
import { KEYS, sendCreateKey } from "@/lib/keys/client";
import { EMPTY_KEY, type KeyValues, keyForm, toKeyValues, toNewKey } from "@/lib/keys/form";
import type { KeyDetail } from "@/lib/keys/schema";
import { useCommand } from "../audit/use-command";
import { RequestForm } from "../people/request-problem";
import { usePersonId } from "../people/signed-in";
import { Button } from "../ui/button";
import { useRequestForm } from "../ui/request-form";
import { useDraft } from "../ui/tab-state";
import { KeyFields, ScopeBoxes } from "./key-fields";
import { type MadeSecret, SecretDialog } from "./key-secret";

type Props = {
  /** The key whose settings the form starts with, or none. */
  like?: KeyDetail;
  onMade(made: MadeSecret): void;
};

function KeyCreateForm({ like, onMade }: Props) {
  const person = usePersonId();
  const place = like ? `${like.id}.${person}` : person;
  const [first] = useState(() => (like ? toKeyValues(like) : EMPTY_KEY));
  const form = useForm<KeyValues>({ resolver: zodResolver(keyForm()), defaultValues: first });
  const { forget } = useDraft(form, `keys.create.${place}`);
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
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Create a key</Button>
      <KeyCreateDialog title="Create a key" open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

type DialogProps = Pick<Props, "like"> & {
  title: string;
  open: boolean;
  finalFocus?: RefObject<HTMLElement | null>;
  onClose(): void;
};

/** The permissions of a key cannot be changed, so another one can be created with its name and settings. */
export function KeyCreateDialog({ like, ...dialog }: DialogProps) {
  return (
    <SecretDialog {...dialog} label="The new key">
      {(onMade) => (
        <>
          {like && <p>Choose the permissions of the new key. When your programs use it, revoke this one.</p>}
          <KeyCreateForm {...(like && { like })} onMade={onMade} />
        </>
      )}
    </SecretDialog>
  );
}
