import type { ReactNode } from "react";
import type { Person, PersonChange } from "@/lib/people/schema";
import { nameInSentence } from "@/lib/values/words";
import type { Question } from "../ui/confirm-dialog";
import { NamedSentence } from "../ui/text";

/** A change of what a person may do: its name in a menu, what is asked before it, and what is reported after it. */
export type RightsStep = { label: string; asks: Question | null; change: PersonChange; done: ReactNode };

/** Returns the step that makes a person an admin, which asks first, or staff again. */
export function roleStep({ name, role }: Person): RightsStep {
  if (role === "admin") {
    return {
      label: "Remove admin rights",
      asks: null,
      change: { role: "staff" },
      done: <NamedSentence name={name} rest="is no longer an admin." />,
    };
  }
  const asks: Question = {
    question: (
      <>
        Make <bdi>{name}</bdi> an admin?
      </>
    ),
    details: "Admins create and revoke API keys, invite and disable people, and change the settings of the shelter.",
    confirm: "Make admin",
    tone: "primary",
  };
  return {
    label: "Make admin",
    asks,
    change: { role: "admin" },
    done: <NamedSentence name={name} rest="is an admin now." />,
  };
}

/** Returns the step that stops a person from signing in, or lets them in again. */
export function accessStep(person: Person): RightsStep {
  if (person.disabled) return enabling(person);
  return person.invited ? withdrawing(person) : disabling(person);
}

function enabling({ name, role, invited }: Person): RightsStep {
  const withInvitation = invited ? ", with the invitation that they have" : "";
  const asks: Question = {
    question: (
      <>
        Enable <bdi>{name}</bdi>?
      </>
    ),
    details: `They can sign in again, as ${role === "admin" ? "an admin" : "staff"}${withInvitation}.`,
    confirm: "Enable",
    tone: "primary",
  };
  return {
    label: "Enable",
    asks,
    change: { disabled: false },
    done: <NamedSentence name={name} rest="can sign in again." />,
  };
}

function withdrawing({ name }: Person): RightsStep {
  const label = "Withdraw invitation";
  const asks: Question = {
    question: (
      <>
        Withdraw the invitation of <bdi>{name}</bdi>?
      </>
    ),
    details: "The link stops working. You can enable it again later.",
    confirm: label,
  };
  const done = (
    <span>
      The invitation of <bdi>{nameInSentence(name)}</bdi> was withdrawn.
    </span>
  );
  return { label, asks, change: { disabled: true }, done };
}

function disabling({ name }: Person): RightsStep {
  const asks: Question = {
    question: (
      <>
        Disable <bdi>{name}</bdi>?
      </>
    ),
    details: "It signs them out everywhere and stops them from signing in again. You can enable them later.",
    confirm: "Disable",
  };
  return {
    label: "Disable",
    asks,
    change: { disabled: true },
    done: <NamedSentence name={name} rest="can no longer sign in." />,
  };
}

/** Returns what is asked before a person is signed out everywhere. */
export function signOutQuestion({ name }: Person): Question {
  return {
    question: (
      <>
        Sign <bdi>{name}</bdi> out everywhere?
      </>
    ),
    details: "For a lost or borrowed device. Their password stays, and they can sign in again.",
    confirm: "Sign out everywhere",
  };
}

/** Returns what is asked before a person gets a new one-time password. */
export function passwordQuestion({ name }: Person): Question {
  return {
    question: (
      <>
        Give <bdi>{name}</bdi> a new one-time password?
      </>
    ),
    details: "It signs them out everywhere. They choose their own password when they sign in with it.",
    confirm: "Give new password",
    tone: "primary",
  };
}
