import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { AdopterContact, readContact } from "@/lib/applications/adopter-form";
import type { Application } from "@/lib/applications/schema";
import { isRecorded } from "@/lib/applications/sent-words";
import { AdopterFields } from "../../orders/adopter-sheet";
import { Button } from "../../ui/button";
import { panel, stack } from "../../ui/panel";
import { useRequestForm } from "../../ui/request-form";
import { Sheet, SheetActions } from "../../ui/sheet";
import { cx, rowLink } from "../../ui/style";
import type { Decisions } from "./use-decisions";

type Props = { application: Application; decisions: Decisions };

function CorrectAdopter(props: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
        Correct
      </Button>
      <Sheet open={isOpen} onClose={close} title="Correct the adopter">
        <CorrectForm {...props} onClose={close} />
      </Sheet>
    </>
  );
}

function CorrectForm({ application, decisions, onClose }: Props & { onClose(): void }) {
  const id = useId();
  const { name, email, telephone } = application;
  const form = useForm<AdopterContact>({
    resolver: zodResolver(AdopterContact),
    defaultValues: { name, email: email ?? "", telephone: telephone ?? "" },
  });
  const request = useRequestForm({
    form,
    send: async (values) => {
      // Beside the next steps, the page says why a change was not made, with a button that tries again.
      onClose();
      await decisions.decide({ adopter: readContact(values) }, "The adopter was corrected.");
    },
  });
  return (
    <>
      <form id={id} {...request.attributes} className={stack}>
        <AdopterFields id={id} register={form.register} errors={form.formState.errors} />
      </form>
      <SheetActions>
        <Button type="submit" form={id}>
          Save
        </Button>
      </SheetActions>
    </>
  );
}

const link = cx(rowLink, "-my-2.5");
const written = "whitespace-pre-line wrap-anywhere";

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
