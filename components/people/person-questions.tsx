import type { ReactNode } from "react";
import type { Person, PersonChange } from "@/lib/people/schema";
import type { Question } from "../ui/confirm-dialog";
import { NamedSentence } from "../ui/text";

/** A change of what a person may do: its name in a menu, what is asked before it, and what is reported after it. */
export type RightsStep = { label: string; asks: Question | null; change: PersonChange; done: ReactNode };

const about = (before: string, name: string, after: string) => (
  <>
    {before} <bdi>{name}</bdi>
    {after}
  </>
);

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
  return {
    label: "Make admin",
    asks: {
      question: about("Make", name, " an admin?"),
      details: "Admins create and revoke API keys, invite and disable people, and change the settings of the shelter.",
      confirm: "Make admin",
      tone: "primary",
    },
    change: { role: "admin" },
    done: <NamedSentence name={name} rest="is an admin now." />,
  };
}

/** Returns the step that stops a person from signing in, or lets them in again. */
export function accessStep({ name, role, disabled, invited }: Person): RightsStep {
  if (disabled) {
    const withInvitation = invited ? ", with the invitation that they have" : "";
    return {
      label: "Enable",
      asks: {
        question: about("Enable", name, "?"),
        details: `They can sign in again, as ${role === "admin" ? "an admin" : "staff"}${withInvitation}.`,
        confirm: "Enable",
        tone: "primary",
      },
      change: { disabled: false },
      done: <NamedSentence name={name} rest="can sign in again." />,
    };
  }
  if (invited) {
    return {
      label: "Withdraw invitation",
      asks: {
        question: about("Withdraw the invitation of", name, "?"),
        details: "The link stops working. You can enable it again later.",
        confirm: "Withdraw invitation",
      },
      change: { disabled: true },
      done: <span>{about("The invitation of", name, " was withdrawn.")}</span>,
    };
  }
  return {
    label: "Disable",
    asks: {
      question: about("Disable", name, "?"),
      details: "It signs them out everywhere and stops them from signing in again. You can enable them later.",
      confirm: "Disable",
    },
    change: { disabled: true },
    done: <NamedSentence name={name} rest="can no longer sign in." />,
  };
}

export const signOutQuestion = ({ name }: Person): Question => ({
  question: about("Sign", name, " out everywhere?"),
  details: "For a lost or borrowed device. Their password stays, and they can sign in again.",
  confirm: "Sign out everywhere",
});

export const passwordQuestion = ({ name }: Person): Question => ({
  question: about("Give", name, " a new one-time password?"),
  details: "It signs them out everywhere. They choose their own password when they sign in with it.",
  confirm: "Give new password",
  tone: "primary",
});
