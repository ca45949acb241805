import type { Person } from "@/lib/people/schema";
import { Button } from "../ui/button";
import { ConfirmButton } from "../ui/confirm-button";
import type { ChangePersonTo } from "./use-person-change";

type Props = { person: Person; busy: boolean; changeTo: ChangePersonTo };

/** Makes a person an admin, which asks first, or staff again. */
export function RoleButton({ person: { email, role }, busy, changeTo }: Props) {
  if (role === "admin") {
    return (
      <Button look="quiet" busy={busy} onClick={() => changeTo({ role: "staff" }, `${email} is staff now.`)}>
        Make staff
      </Button>
    );
  }
  return (
    <ConfirmButton
      look="quiet"
      label="Make admin"
      question={`Make ${email} an admin?`}
      details="Admins create and revoke API keys, invite and disable people, and change the settings of the shelter."
      confirm="Make admin"
      tone="primary"
      busy={busy}
      onConfirm={() => changeTo({ role: "admin" }, `${email} is an admin now.`)}
    />
  );
}

/** Stops a person from signing in, or lets them in again. */
export function AccessButton({ person: { email, role, disabled, invited }, busy, changeTo }: Props) {
  if (disabled) {
    return (
      <ConfirmButton
        look="quiet"
        label="Enable"
        question={`Enable ${email}?`}
        details={`They can sign in again, as ${role === "admin" ? "an admin" : "staff"}${invited ? ", with the invitation that they have" : ""}.`}
        confirm="Enable"
        tone="primary"
        busy={busy}
        onConfirm={() => changeTo({ disabled: false }, `${email} can sign in again.`)}
      />
    );
  }
  const words = invited
    ? {
        label: "Withdraw invitation",
        question: `Withdraw the invitation of ${email}?`,
        details: "The link stops working. You can enable it again later.",
        done: `The invitation of ${email} was withdrawn.`,
      }
    : {
        label: "Disable",
        question: `Disable ${email}?`,
        details: "It signs them out everywhere and stops them from signing in again. You can enable them later.",
        done: `${email} can no longer sign in.`,
      };
  const { label, question, details, done } = words;
  return (
    <ConfirmButton
      label={label}
      question={question}
      details={details}
      confirm={label}
      busy={busy}
      onConfirm={() => changeTo({ disabled: true }, done)}
    />
  );
}
