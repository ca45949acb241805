"use client";

import { type ReactNode, useRef, useState } from "react";
import {
  useChangePerson,
  useEndSessions,
  useFreshPerson,
  useRenewInvitation,
  useResetPassword,
} from "@/lib/people/client";
import type { Invitation, Person, PersonChange } from "@/lib/people/schema";
import { nameInSentence } from "@/lib/values/words";
import { Button } from "../ui/button";
import { ConfirmDialog, type Question } from "../ui/confirm-dialog";
import { Menu, MenuItem, MoreLabel } from "../ui/menu";
import { SecretOnce } from "../ui/secret-once";
import { Sheet, SheetActions } from "../ui/sheet";
import { NamedSentence } from "../ui/text";
import { showToast } from "../ui/toast";
import { undoAction } from "../ui/undo-action";
import { NameForm } from "./name-form";
import { InvitationLink } from "./person-invite";
import { accessStep, passwordQuestion, type RightsStep, roleStep, signOutQuestion } from "./person-questions";
import { RequestProblem } from "./request-problem";

type Props = { person: Person; open: boolean; onClose(): void };

/** The dialog for changing somebody else's name. */
function PersonRename({ person: { id, name }, open, onClose }: Props) {
  const change = useChangePerson(id);
  const readFresh = useFreshPerson(id);
  const readName = async () => (await readFresh())?.name ?? name;
  const send = async (wanted: string) => {
    await change.mutateAsync({ name: wanted });
    onClose();
    const text = (
      <span>
        The name was changed to <bdi>{nameInSentence(wanted)}</bdi>.
      </span>
    );
    showToast({ text, about: `person:${id}` });
  };
  const title = (
    <>
      Change the name of <bdi>{name}</bdi>
    </>
  );
  return (
    <Sheet title={title} open={open} onClose={onClose}>
      <NameForm
        person={id}
        name={name}
        hint="Colleagues see it beside what this person does."
        autoComplete="off"
        isSheet
        readName={readName}
        send={send}
      />
    </Sheet>
  );
}

/** Changes what a person may do, one change at a time, with Undo. */
function usePersonChange({ id, role, disabled }: Person) {
  const change = useChangePerson(id);
  const changeTo = (to: PersonChange, done: ReactNode) => {
    if (change.isPending) return;
    const before = to.role === undefined ? { disabled } : { role };
    const onSuccess = () => {
      const about = `person:${id}`;
      showToast({ text: done, about, ...undoAction(() => change.mutateAsync(before), { about }) });
    };
    change.mutate(to, { onSuccess });
  };
  return { change, changeTo };
}

type OpenQuestion = Question & { onYes(): void };

/** The actions on a person: a new link for an invited one, and a menu with the rest. */
export function PersonActions({ person }: { person: Person }) {
  const { id, name, email, disabled, invited } = person;
  const { ask, dialog } = useQuestion();
  const [isRenaming, setRenaming] = useState(false);
  const buttons = useRef<HTMLDivElement>(null);
  const { change, changeTo } = usePersonChange(person);
  const reset = useResetPassword(id);
  const renew = useRenewInvitation(id);
  const endSessions = useEndSessions(id);
  const isBusy = change.isPending || reset.isPending || renew.isPending || endSessions.isPending;
  const signOut = () => {
    if (isBusy) return;
    const text = <NamedSentence name={name} rest="was signed out everywhere." />;
    endSessions.mutate(undefined, { onSuccess: () => showToast({ text }) });
  };
  const askThenChange = ({ asks, change: rights, done }: RightsStep) => {
    const onYes = () => changeTo(rights, done);
    if (asks === null) onYes();
    else ask({ ...asks, onYes });
  };
  const sendLink = () => {
    if (!isBusy) renew.mutate(undefined, { onSuccess: (made) => tellIfSent(made) });
  };
  const [role, access] = [roleStep(person), accessStep(person)];

  return (
    <div ref={buttons} className="flex grow items-center justify-end gap-2">
      {invited && !disabled && (
        <Button look="quiet" className="whitespace-nowrap max-md:hidden" busy={isBusy} onClick={sendLink}>
          New link
        </Button>
      )}
      <Menu
        look="icon"
        label={
          <MoreLabel>
            Actions for <bdi>{name}</bdi>
          </MoreLabel>
        }
        head={<bdi>{email}</bdi>}
      >
        {invited && !disabled && (
          <MenuItem className="md:hidden" onSelect={sendLink}>
            New link
          </MenuItem>
        )}
        <MenuItem onSelect={() => setRenaming(true)}>Change name</MenuItem>
        <MenuItem onSelect={() => askThenChange(role)}>{role.label}</MenuItem>
        {!invited && !disabled && (
          <MenuItem onSelect={() => ask({ ...signOutQuestion(person), onYes: signOut })}>Sign out everywhere</MenuItem>
        )}
        {!invited && (
          <MenuItem onSelect={() => ask({ ...passwordQuestion(person), onYes: () => isBusy || reset.mutate() })}>
            New password
          </MenuItem>
        )}
        <MenuItem onSelect={() => askThenChange(access)}>{access.label}</MenuItem>
      </Menu>
      <PersonRename person={person} open={isRenaming} onClose={() => setRenaming(false)} />
      {dialog}
      <Outcome
        person={person}
        requests={{ change, reset, renew, endSessions }}
        focusAfter={() =>
          [...(buttons.current?.querySelectorAll("button") ?? [])].find((one) => one.checkVisibility()) ?? true
        }
      />
    </div>
  );
}

/** Asks a question in a dialog. It stays rendered while it closes. */
function useQuestion() {
  const [question, setQuestion] = useState<OpenQuestion | null>(null);
  const [isAsking, setAsking] = useState(false);
  const ask = (next: OpenQuestion) => {
    setQuestion(next);
    setAsking(true);
  };
  const dialog = question && (
    <ConfirmDialog
      {...question}
      open={isAsking}
      onAnswer={(isConfirmed) => {
        setAsking(false);
        if (isConfirmed) question.onYes();
      }}
    />
  );
  return { ask, dialog };
}

const tellIfSent = ({ link, email }: Invitation) =>
  link === null && showToast({ text: `Another invitation is on its way to ${email}.` });

type Requests = {
  change: ReturnType<typeof usePersonChange>["change"];
  reset: ReturnType<typeof useResetPassword>;
  renew: ReturnType<typeof useRenewInvitation>;
  endSessions: ReturnType<typeof useEndSessions>;
};

type OutcomeProps = {
  person: Person;
  requests: Requests;
  /** Returns what gets the focus afterwards. The dialog cannot know: the secret takes the focus too early. */
  focusAfter(): HTMLElement | true;
};

/** The dialog with the result of an action, such as a new password, or why it failed. */
function Outcome({ person: { id, name, email }, requests, focusAfter }: OutcomeProps) {
  const { change, reset, renew, endSessions } = requests;
  const error = change.error ?? reset.error ?? renew.error ?? endSessions.error;
  const password = reset.data?.password;
  const invitation = renew.data?.link == null ? undefined : renew.data;
  const close = () => {
    change.reset();
    reset.reset();
    renew.reset();
    endSessions.reset();
  };
  return (
    <Sheet
      title={<bdi>{name}</bdi>}
      open={error !== null || password !== undefined || invitation !== undefined}
      onClose={close}
      finalFocus={focusAfter}
    >
      {invitation && <InvitationLink invitation={invitation} onDone={close} />}
      {password && (
        <SecretOnce
          label={`One-time password of ${email}`}
          value={password}
          hint="It is shown only once. They choose their own password when they first sign in."
          done="Done"
          onDone={close}
        />
      )}
      <RequestProblem
        id={`again-${id}`}
        error={error}
        notDone="That did not work."
        inDoubt="We do not know whether it was done. Look for it under “Changes”."
        onSignedIn={close}
      />
      {error && <SheetActions cancel="Close" />}
    </Sheet>
  );
}
