import { inboxHref } from "@/lib/applications/inbox/inbox";
import { Copyable } from "../ui/buttons/copyable";
import { Link } from "../ui/navigation/link";
import { cx } from "../ui/style/cx";
import { panel, stack } from "../ui/style/panel";

/** Says what happens without mail, and which settings switch it on. */
export function NoMail({ site = "https://pets.example" }: { site: string | undefined }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-2">
      <section className={cx(panel, stack)} aria-labelledby="no-mail-heading">
        <h2 id="no-mail-heading">This service sends no mail</h2>
        <p>Everything else works without it. This is what people do instead:</p>
        <ul className="grid list-disc gap-1.5 ps-5">
          <li>
            Applicants see the status of their application on a page of their own. They get its link when they apply.
          </li>
          <li>
            You tell applicants that somebody else has adopted the animal, or that an adoption was cancelled. They are
            listed under{" "}
            <Link className="text-accent underline underline-offset-2" href={inboxHref({ toTell: "true" })}>
              “To tell”
            </Link>
            .
          </li>
          <li>
            You give a new person the link of their invitation, and a new password to a person who has forgotten it.
          </li>
        </ul>
      </section>
      <section className={cx(panel, stack)} aria-labelledby="settings-heading">
        <h2 id="settings-heading">Switch mail on</h2>
        <p>
          Set these environment variables for the service, with your own mail server and sender, and start it again. A
          button for a test e-mail then appears here.
        </p>
        <Copyable
          label="Example of the settings"
          isCode
          hint="SITE_URL is the URL at which people open this site. The links in e-mails begin with it."
          value={[
            "SMTP_URL=smtps://user:secret@mail.example:465",
            "MAIL_FROM=hello@pets.example",
            `SITE_URL=${site}`,
          ].join("\n")}
        />
      </section>
    </div>
  );
}
