"use client";

import { useRef, useState } from "react";
import { PEOPLE, sendChangePerson, sendEndSessions, sendRenewInvitation, sendResetPassword } from "@/lib/people/client";
import type { Invitation, OneTimePassword, Person } from "@/lib/people/schema";
import { nameInSentence } from "@/lib/values/words";
import { useCommand } from "../audit/use-command";
import { Button } from "../ui/button";
import { useQuestion } from "../ui/confirm-dialog";
import { SecretOnce } from "../ui/copyable";
import { Menu, MenuItem, MoreLabel } from "../ui/menu";
import { Sheet, SheetActions } from "../ui/sheet";
import { NamedSentence } from "../ui/text";
import { showToast } from "../ui/toast";
import { undoAction } from "../ui/undo-action";
import { NameForm } from "./name-form";
import { InvitationLink } from "./person-invite";
import { accessStep, passwordQuestion, type RightsStep, roleStep, signOutQuestion } from "./person-questions";
import { RequestProblem } from "./request-problem";

export function PersonActions({ person }: { person: Person }) {
  const { id, name, email, role, disabled, invited } = person;
  const { ask, dialog } = useQuestion();
  const [isRenaming, setRenaming] = useState(false);
  const [secret, setSecret] = useState<Invitation | OneTimePassword | null>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const { run, isPending, error, reset } = usePeopleChange();
  // The toast with Undo shows its own failures.
  const takeBack = usePeopleChange();
  const about = `person:${id}`;
  const signOut = async () => {
    await sendEndSessions(id);
    showToast({ text: <NamedSentence name={name} rest="was signed out everywhere." /> });
  };
  const sendLink = async () => {
    const { data: made } = await sendRenewInvitation(id);
    if (made.link === null) showToast({ text: `Another invitation is on its way to ${email}.` });
    else setSecret(made);
  };
  const changeRights = ({ asks, change, done }: RightsStep) => {
    const before = change.role === undefined ? { disabled } : { role };
    const take = () => takeBack.send(() => sendChangePerson(id, before));
    const onYes = () =>
      run(async () => {
        await sendChangePerson(id, change);
        showToast({ text: done, about, ...undoAction({ about, take }) });
      });
    if (asks === null) void onYes();
    else ask(asks, onYes);
  };
  const [roleChange, access] = [roleStep(person), accessStep(person)];

  return (
    <div ref={buttons} className="flex grow items-center justify-end gap-2">
      {invited && !disabled && (
        <Button look="quiet" className="whitespace-nowrap max-md:hidden" busy={isPending} onClick={() => run(sendLink)}>
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
          <MenuItem className="md:hidden" onSelect={() => run(sendLink)}>
            New link
          </MenuItem>
        )}
        <MenuItem onSelect={() => setRenaming(true)}>Change name</MenuItem>
        <MenuItem onSelect={() => changeRights(roleChange)}>{roleChange.label}</MenuItem>
        {!invited && !disabled && (
          <MenuItem onSelect={() => ask(signOutQuestion(person), () => run(signOut))}>Sign out everywhere</MenuItem>
        )}
        {!invited && (
          <MenuItem
            onSelect={() =>
              ask(passwordQuestion(person), () => run(async () => setSecret((await sendResetPassword(id)).data)))
            }
          >
            New password
          </MenuItem>
        )}
        <MenuItem onSelect={() => changeRights(access)}>{access.label}</MenuItem>
      </Menu>
      <PersonRename person={person} open={isRenaming} onClose={() => setRenaming(false)} />
      {dialog}
      <Outcome
        name={name}
        error={error}
        secret={secret}
        onClose={() => {
          setSecret(null);
          reset();
        }}
        focusAfter={() =>
          [...(buttons.current?.querySelectorAll("button") ?? [])].find((one) => one.checkVisibility()) ?? true
        }
      />
    </div>
  );
}

/** Sends any change of people, and then reads the list again. */
const usePeopleChange = () => useCommand({ send: (send: () => Promise<unknown>) => send(), reads: PEOPLE });

type RenameProps = { person: Person; open: boolean; onClose(): void };

function PersonRename({ person: { id, name }, open, onClose }: RenameProps) {
  const rename = usePeopleChange();
  const send = async (wanted: string) => {
    await rename.send(() => sendChangePerson(id, { name: wanted }));
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
        send={send}
      />
    </Sheet>
  );
}

type OutcomeProps = {
  name: string;
  error: unknown;
  secret: Invitation | OneTimePassword | null;
  onClose(): void;
  /** Returns what gets the focus afterwards. The dialog cannot know: the secret takes the focus too early. */
  focusAfter(): HTMLElement | true;
};

/** The dialog with the result of an action, such as a new password, or why it failed. */
function Outcome({ name, error, secret, onClose, focusAfter }: OutcomeProps) {
  return (
    <Sheet title={<bdi>{name}</bdi>} open={error !== null || secret !== null} onClose={onClose} finalFocus={focusAfter}>
      {secret && "link" in secret && <InvitationLink invitation={secret} onDone={onClose} />}
      {secret && "password" in secret && (
        <SecretOnce
          label={`One-time password of ${secret.email}`}
          value={secret.password}
          hint="It is shown only once. They choose their own password when they first sign in."
          done="Done"
          onDone={onClose}
        />
      )}
      <RequestProblem
        error={error}
        inDoubt="We do not know whether it was done. Look for it under “Changes”."
        onSignedIn={onClose}
      />
      {error !== null && <SheetActions cancel="Close" />}
    </Sheet>
  );
}
