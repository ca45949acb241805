import { ButtonLink } from "../../ui/buttons/button";
import { Notice, stackedActions } from "../../ui/style/panel";

type Props = {
  id: string;
  /** Whether this service sends e-mail. */
  sendsMail: boolean;
};

/** The form and its focused button are gone, so the message gets the focus. */
const focusHeading = (heading: HTMLHeadingElement | null) => heading?.focus();

/** Shown to signed-in people after they have entered an application: only the applicant may get the private link. */
export function SentByStaff({ id, sendsMail }: Props) {
  return (
    <Notice role="alert" part="entered">
      <h2 ref={focusHeading} tabIndex={-1}>
        The application is in the inbox
      </h2>
      <p>
        You are signed in, so it was not checked for spam.{" "}
        {sendsMail
          ? "Only the applicant gets the link to follow it, by e-mail."
          : "This service sends no mail, so nobody gets a link to follow it. Answer the applicant by telephone or from your own mailbox."}
      </p>
      <div className={stackedActions}>
        <ButtonLink href={`/staff/applications/${id}`}>Open the application</ButtonLink>
        <ButtonLink look="quiet" href="/staff/applications">
          Go to the inbox
        </ButtonLink>
      </div>
    </Notice>
  );
}
