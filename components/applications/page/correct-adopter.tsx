import { zodResolver } from "@hookform/resolvers/zod";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { AdopterContact, readContact } from "@/lib/applications/decide/adopter-form";
import type { Application } from "@/lib/applications/schema";
import { AdopterFields } from "../../orders/adopter-fields";
import { Button } from "../../ui/buttons/button";
import { useRequestForm } from "../../ui/forms/use-request-form";
import { Sheet, SheetActions } from "../../ui/overlays/sheet";
import { stack } from "../../ui/style/panel";
import type { Decisions } from "./use-decisions";

type Props = { application: Application; decisions: Decisions };

/** The button that corrects an adopter whom the shelter recorded, with its dialog. */
export function CorrectAdopter(props: Props) {
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
