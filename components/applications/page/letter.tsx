import type { ReactNode } from "react";
import { isRecorded } from "@/lib/applications/question";
import type { Application } from "@/lib/applications/schema";
import { cx } from "../../ui/style/cx";
import { rowLink } from "../../ui/style/links";
import { panel, stack } from "../../ui/style/panel";
import { CorrectAdopter } from "./correct-adopter";
import type { Decisions } from "./use-decisions";

/** The classes of a link among facts, which takes no more room than text. */
const link = cx(rowLink, "-my-2.5");
const written = "whitespace-pre-line wrap-anywhere";

/** What the applicant wrote, and how to reach them. */
export function Letter({ application, decisions }: { application: Application; decisions: Decisions }) {
  const { email, telephone, home, otherPets, message } = application;
  const hasNoLetter = isRecorded(application);
  return (
    <section className={cx(panel, stack)} aria-labelledby="letter-heading">
      <h2 id="letter-heading">{hasNoLetter ? "The adopter" : "Their message"}</h2>
      {hasNoLetter ? (
        <p className="max-w-prose">
          The shelter recorded this adopter, who had not applied here.
          {email === null && telephone === null && " There is no e-mail address and no telephone number."}
        </p>
      ) : (
        <p dir="auto" className={cx(written, "max-w-prose text-lg")}>
          {message}
        </p>
      )}
      <dl className="grid gap-5 border-t border-line pt-5 empty:hidden sm:grid-cols-[8rem_minmax(0,1fr)] sm:items-baseline">
        {email && (
          <Fact name="E-mail">
            <a className={link} href={`mailto:${encodeURIComponent(email).replace("%40", "@")}`}>
              <bdi>{email}</bdi>
            </a>
          </Fact>
        )}
        {telephone && (
          <Fact name="Telephone">
            <a className={link} href={`tel:${telephone.replace(/[^\d+]/g, "")}`}>
              <bdi>{telephone}</bdi>
            </a>
          </Fact>
        )}
        {home && <Fact name="Home">{home}</Fact>}
        {otherPets && <Fact name="Other pets">{otherPets}</Fact>}
      </dl>
      {hasNoLetter && <CorrectAdopter application={application} decisions={decisions} />}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft max-sm:-mb-5 max-sm:text-sm">{name}</dt>
      <dd dir="auto" className={written}>
        {children}
      </dd>
    </>
  );
}
