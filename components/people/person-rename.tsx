import { useState } from "react";
import { useChangePerson } from "@/lib/people/queries";
import type { Person } from "@/lib/people/schema";
import { Button } from "../ui/button";
import { Sheet } from "../ui/sheet";
import { showToast } from "../ui/show-toast";
import { NameForm } from "./name-form";

/** The button with which an admin changes somebody else's name, with its dialog. */
export function PersonRename({ person: { id, email, name } }: { person: Person }) {
  const [open, setOpen] = useState(false);
  const change = useChangePerson(id);
  const send = async (wanted: string) => {
    await change.mutateAsync({ name: wanted });
    setOpen(false);
    showToast({ text: `The name of ${email} was changed.`, about: `person:${id}` });
  };
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Change name
      </Button>
      <Sheet title="Change the name" open={open} onClose={() => setOpen(false)}>
        <NameForm name={name} hint={`What ${email} is called.`} autoComplete="off" send={send} />
      </Sheet>
    </>
  );
}
