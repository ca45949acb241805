"use client";

import { useForm } from "react-hook-form";
import { KEYS, sendKeyAction, sendRotateKey } from "@/lib/keys/client";
import type { KeyDetail } from "@/lib/keys/schema";
import { usedWords } from "@/lib/keys/words";
import { useCommand } from "../audit/use-command";
import { RequestForm, RequestProblem } from "../people/request-problem";
import { ConfirmButton } from "../ui/confirm-dialog";
import { Options, Select } from "../ui/field";
import { continueAt } from "../ui/focus";
import { FormField } from "../ui/form-controls";
import { focusHeading } from "../ui/page-head";
import { Panel } from "../ui/panel";
import { useRequestForm } from "../ui/request-form";
import { Time } from "../ui/time";
import { showToast } from "../ui/toast";
import { SecretButton } from "./key-secret";

/** By hours. */
const GRACE_CHOICES = {
  0: "No time: others may know it",
  1: "One hour",
  24: "One day",
  72: "Three days",
  168: "One week",
};

export function KeyRotation({ detail: { id, name, scopes, previousExpiresAt } }: { detail: KeyDetail }) {
  return (
    <Panel id="rotation-heading" title="New secret">
      <p>
        {previousExpiresAt ? (
          <>
            The secret before this one works until <Time iso={previousExpiresAt} />.
          </>
        ) : (
          "Replaces the secret. The old one can keep working for a while, until all programs have the new one."
        )}
      </p>
      <SecretButton
        look="quiet"
        className="justify-self-start"
        label="Create a new secret"
        title={`New secret for “${name}”`}
        secretLabel="The new secret of this key"
      >
        {(onMade) => <RotationForm id={id} onMade={(secret) => onMade({ secret, scopes })} />}
      </SecretButton>
      {previousExpiresAt && <EndEarlier id={id} />}
    </Panel>
  );
}

function EndEarlier({ id }: { id: string }) {
  const end = useCommand({
    send: () => sendKeyAction(id, "end-earlier"),
    reads: KEYS,
    onDone: () => {
      showToast({ text: "Only the current secret works now.", about: `key:${id}` });
      // The button goes away.
      continueAt(() => document.getElementById("rotation-heading"));
    },
  });
  return (
    <>
      <ConfirmButton
        label="End the old secret now"
        question="End the old secret now?"
        details="Programs that still use it lose access within a second. This cannot be undone."
        confirm="End it"
        busy={end.isPending}
        onConfirm={end.run}
      />
      <RequestProblem {...end.problem} />
    </>
  );
}

const CREATE = "Create new secret";

function RotationForm({ id, onMade }: { id: string; onMade(secret: string): void }) {
  const form = useForm({ defaultValues: { graceHours: "24" } });
  const rotate = useCommand({
    send: ({ graceHours }: { graceHours: string }) => sendRotateKey(id, Number(graceHours)),
    reads: KEYS,
    onDone: ({ data: { key } }) => onMade(key),
  });
  const request = useRequestForm({ form, send: rotate.send });
  return (
    <RequestForm isSheet request={request} label={CREATE} busyLabel={CREATE} notDone="No secret arrived.">
      <FormField name="graceHours" label="The old secret keeps working for">
        {(attributes) => (
          <Select {...attributes}>
            <Options of={Object.entries(GRACE_CHOICES)} />
          </Select>
        )}
      </FormField>
    </RequestForm>
  );
}

/** Revokes a key. Keys are never deleted. */
export function KeyRevocation({ detail }: { detail: KeyDetail }) {
  const { id, name } = detail;
  const revoke = useCommand({
    send: () => sendKeyAction(id, "revoke"),
    reads: KEYS,
    // Revoking removes this section, so the focus moves on.
    onDone: () => {
      showToast({ text: `“${name}” was revoked.` });
      focusHeading();
    },
  });
  return (
    <Panel id="revoke-heading" title={<span className="text-danger">End this key</span>} className="border-danger">
      <p>Programs that use this key lose access within a second. This cannot be undone. The key stays in the list.</p>
      <ConfirmButton
        label="Revoke this key"
        question={
          <>
            Revoke <bdi>“{name}”</bdi> permanently?
          </>
        }
        details="Requests with this key will be refused within a second. This cannot be undone."
        confirm="Revoke permanently"
        busy={revoke.isPending}
        onConfirm={revoke.run}
      >
        <p>{usedWords(detail, new Date())}</p>
      </ConfirmButton>
      <RequestProblem {...revoke.problem} />
    </Panel>
  );
}
