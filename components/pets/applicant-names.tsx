import type { ApplicationSummary } from "@/lib/applications/schema";
import { nameInSentence } from "@/lib/values/excerpt";

/** How many applicants are named. */
const MAX_NAMED = 5;

type Props = {
  applications: readonly ApplicationSummary[];
  /** The text after each name, in brackets. */
  note(application: ApplicationSummary): string | null;
};

/** The names of people who have applied for animals, as part of a sentence. */
export function ApplicantNames({ applications, note }: Props) {
  const more = applications.length - MAX_NAMED;
  return (
    <>
      {applications.slice(0, MAX_NAMED).map((application, index) => (
        <span key={application.id}>
          {index > 0 && ", "}
          <b>
            <bdi>{nameInSentence(application.name)}</bdi>
          </b>
          <Note text={note(application)} />
        </span>
      ))}
      {more > 0 && ` and ${more.toLocaleString("en")} more`}
    </>
  );
}

function Note({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <>
      {" "}
      (<bdi>{text}</bdi>)
    </>
  );
}
