"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { KEYS, sendChangeKey } from "@/lib/keys/client";
import { type KeyValues, keyForm, toKeyChange, toKeyValues } from "@/lib/keys/form";
import type { KeyChange, KeyDetail } from "@/lib/keys/schema";
import { SCOPE_LABELS } from "@/lib/keys/words";
import { useCommand } from "../audit/use-command";
import { RequestForm } from "../people/request-problem";
import { usePersonId } from "../people/signed-in";
import { useRequestForm } from "../ui/request-form";
import { SheetButton } from "../ui/sheet";
import { useDraft } from "../ui/tab-state";
import { showToast } from "../ui/toast";
import { KeyFields } from "./key-fields";

export function KeyEdit({ detail }: { detail: KeyDetail }) {
  return (
    <SheetButton look="quiet" label="Edit" title="Edit this key">
      {(close) => <EditForm detail={detail} onDone={close} />}
    </SheetButton>
  );
}

type FormProps = { detail: KeyDetail; onDone(): void };

function EditForm({ detail, onDone }: FormProps) {
  // The page refreshes the key every two seconds. The form compares with the values it started from.
  const [before] = useState(() => toKeyValues(detail));
  const edit = useCommand({ send: (change: KeyChange) => sendChangeKey(detail.id, change), reads: KEYS });
  const form = useForm<KeyValues>({ resolver: zodResolver(keyForm(before)), defaultValues: before });
  const { forget } = useDraft(form, `keys.edit.${detail.id}.${usePersonId()}`);
  const request = useRequestForm({
    form,
    send: async (values) => {
      const change = toKeyChange(before, values);
      if (change) await edit.send(change);
      forget();
      onDone();
      if (change) showToast({ text: "The key was saved.", about: `key-${detail.id}` });
    },
  });
  return (
    <RequestForm isSheet request={request} label="Save">
      <KeyFields />
      <div className="grid justify-items-start gap-2 border-t border-line pt-4">
        <h3>Permissions</h3>
        <p>{detail.scopes.map((scope) => SCOPE_LABELS[scope]).join(", ")}</p>
        <p className="text-sm text-soft">
          They stay as they are, and so does the secret. To change what a key may do, create a new one and revoke this
          one.
        </p>
      </div>
    </RequestForm>
  );
}
