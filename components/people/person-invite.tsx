"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { PEOPLE, sendInvitePerson } from "@/lib/people/client";
import { InvitationValues } from "@/lib/people/form";
import type { Invitation } from "@/lib/people/schema";
import { ROLE_LABELS } from "@/lib/people/words";
import { isBlank } from "@/lib/values/text";
import { useCommand } from "../audit/use-command";
import { SecretOnce } from "../ui/copyable";
import { Options, Select } from "../ui/field";
import { FormField, TextField } from "../ui/form-controls";
import { useRequestForm } from "../ui/request-form";
import { SheetButton } from "../ui/sheet";
import { useDraft } from "../ui/tab-state";
import { showToast } from "../ui/toast";
import { RequestForm } from "./request-problem";
import { usePersonId } from "./signed-in";

/** The link of an invitation that is not sent by mail, shown once. */
export function InvitationLink({ invitation: { email, link }, onDone }: { invitation: Invitation; onDone(): void }) {
  return (
    <SecretOnce
      label={`Link for ${email}`}
      value={`${window.location.origin}${link}`}
      hint="Give it only to this person, who chooses a password with it. It works once, within a week, and is shown only now."
      done="Done"
      onDone={onDone}
    />
  );
}

const ROLE_HINT = "Staff handle animals, applications and adoptions. Admins also handle keys, people and settings.";

export function PersonInvite() {
  return (
    <SheetButton label="Invite a person" title="Invite a person">
      {(close) => <InviteForm onDone={close} />}
    </SheetButton>
  );
}

function InviteForm({ onDone }: { onDone(): void }) {
  const [made, setMade] = useState<Invitation | null>(null);
  const form = useForm<InvitationValues>({
    resolver: zodResolver(InvitationValues),
    defaultValues: { name: "", email: "", role: "staff" },
  });
  const { forget } = useDraft(form, `people.invite.${usePersonId()}`);
  const invite = useCommand({
    send: ({ name, email, role }: InvitationValues) => {
      const named = isBlank(name) ? {} : { name: name.trim() };
      return sendInvitePerson({ ...named, email: email.trim(), role });
    },
    reads: PEOPLE,
    onDone: ({ data: invitation }) => {
      forget();
      if (invitation.link !== null) return setMade(invitation);
      onDone();
      showToast({ text: `The invitation is on its way to ${invitation.email}.` });
    },
  });
  const request = useRequestForm({ form, conflicting: "email", send: invite.send });
  if (made) return <InvitationLink invitation={made} onDone={onDone} />;
  return (
    <RequestForm
      request={request}
      isSheet
      label="Invite"
      busyLabel="Inviting…"
      notDone="Nobody was invited."
      inDoubt="We do not know whether the person was invited. If they are in the list, press “New link” there."
    >
      <TextField
        name="name"
        label="Name"
        isOptional
        hint="Colleagues see it next to their work."
        dir="auto"
        autoComplete="off"
      />
      <TextField name="email" label="E-mail" type="email" autoComplete="off" required />
      <FormField name="role" label="Role" hint={ROLE_HINT}>
        {(attributes) => (
          <Select {...attributes}>
            <Options of={Object.entries(ROLE_LABELS)} />
          </Select>
        )}
      </FormField>
    </RequestForm>
  );
}
