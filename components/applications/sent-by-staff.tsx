import { ButtonLink } from "../ui/button";
import { Notice } from "../ui/panel";

/** What a signed-in person reads who has sent an application: only its applicant gets the private link. */
export function SentByStaff() {
  return (
    <Notice role="alert">
      <h2>The application is in the inbox</h2>
      <p>
        You are signed in, so it was not checked for spam. Only the applicant gets the link to follow it, by e-mail.
      </p>
      <ButtonLink href="/staff/applications">See applications</ButtonLink>
    </Notice>
  );
}
