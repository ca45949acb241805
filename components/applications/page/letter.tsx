import { zodResolver } from "@hookform/resolvers/zod";
import type { ReactNode } from "react";
import { useForm } from "react-hook-form";
import { AdopterContact, readContact } from "@/lib/applications/adopter-form";
import type { Application } from "@/lib/applications/schema";
import { isRecorded } from "@/lib/applications/sent-words";
import { telephoneHref } from "@/lib/shelter/words";
import { AdopterFields } from "../../orders/adopter-sheet";
import { RequestForm } from "../../people/request-problem";
import { Panel } from "../../ui/panel";
import { useRequestForm } from "../../ui/request-form";
import { SheetButton } from "../../ui/sheet";
import { cx, rowLink } from "../../ui/style";
import { useDecision } from "./use-decisions";

type Props = { application: Application };

function CorrectAdopter(props: Props) {
  return (
    <SheetButton look="quiet" className="justify-self-start" label="Correct" title="Correct the adopter">
      {(close) => <CorrectForm {...props} onClose={close} />}
    </SheetButton>
  );
}

function CorrectForm({ application, onClose }: Props & { onClose(): void }) {
  const { name, email, telephone } = application;
  const { send } = useDecision(application);
  const form = useForm<AdopterContact>({
    resolver: zodResolver(AdopterContact),
    defaultValues: { name, email: email ?? "", telephone: telephone ?? "" },
  });
  const request = useRequestForm({
    form,
    send: (values) =>
      send({ change: { adopter: readContact(values) }, done: "The adopter was corrected.", onDone: onClose }),
  });
  return (
    <RequestForm request={request} isSheet label="Save">
      <AdopterFields />
    </RequestForm>
  );
}

const link = cx(rowLink, "-my-2.5");
const written = "whitespace-pre-line wrap-anywhere";

export function Letter({ application }: Props) {
  const { email, telephone, home, otherPets, message } = application;
  const hasNoLetter = isRecorded(application);
  return (
    <Panel id="letter-heading" title={hasNoLetter ? "The adopter" : "Their message"}>
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
            <a className={link} href={telephoneHref(telephone)}>
              <bdi>{telephone}</bdi>
            </a>
          </Fact>
        )}
        {home && <Fact name="Home">{home}</Fact>}
        {otherPets && <Fact name="Other pets">{otherPets}</Fact>}
      </dl>
      {hasNoLetter && <CorrectAdopter application={application} />}
    </Panel>
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
