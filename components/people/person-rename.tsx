import { useChangePerson, useFreshPerson } from "@/lib/people/queries";
import type { Person } from "@/lib/people/schema";
import { Sheet } from "../ui/overlays/sheet";
import { showToast } from "../ui/toasts/show-toast";
import { NameForm } from "./name-form";

type Props = { person: Person; open: boolean; onClose(): void };

/** The dialog for changing somebody else's name. */
export function PersonRename({ person: { id, email, name }, open, onClose }: Props) {
  const change = useChangePerson(id);
  const readFresh = useFreshPerson(id);
  const readName = async () => (await readFresh())?.name ?? name;
  const send = async (wanted: string) => {
    await change.mutateAsync({ name: wanted });
    onClose();
    showToast({ text: `The name of ${email} was changed.`, about: `person:${id}` });
  };
  const title = (
    <>
      Change the name of <bdi>{name}</bdi>
    </>
  );
  return (
    <Sheet title={title} open={open} onClose={onClose}>
      <NameForm
        person={id}
        name={name}
        hint="Colleagues see it beside what this person does."
        autoComplete="off"
        isSheet
        readName={readName}
        send={send}
      />
    </Sheet>
  );
}
