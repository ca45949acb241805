import type { Invitation } from "@/lib/people/schema";
import { SecretOnce } from "../ui/overlays/secret-once";

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
