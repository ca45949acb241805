import { ButtonLink } from "../ui/button";
import { Notice } from "../ui/panel";

/** The message to signed-in people who have sent an application: only the applicant gets the private link. */
export function SentByStaff() {
  return (
    <Notice role="alert">
      <h2>Your message is in the inbox</h2>
      <p>
        You are signed in, so it was not checked for spam. Only the applicant gets the link to follow it, by e-mail.
      </p>
      <ButtonLink href="/staff/applications">See applications</ButtonLink>
    </Notice>
  );
}
