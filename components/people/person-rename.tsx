import { useChangePerson, useFreshPerson } from "@/lib/people/queries";
import type { Person } from "@/lib/people/schema";
import { nameInSentence } from "@/lib/values/excerpt";
import { Sheet } from "../ui/overlays/sheet";
import { showToast } from "../ui/toasts/show-toast";
import { NameForm } from "./name-form";

type Props = { person: Person; open: boolean; onClose(): void };

/** The dialog for changing somebody else's name. */
export function PersonRename({ person: { id, name }, open, onClose }: Props) {
  const change = useChangePerson(id);
  const readFresh = useFreshPerson(id);
  const readName = async () => (await readFresh())?.name ?? name;
  const send = async (wanted: string) => {
    await change.mutateAsync({ name: wanted });
    onClose();
    const text = (
      <span>
        The name was changed to <bdi>{nameInSentence(wanted)}</bdi>.
      </span>
    );
    showToast({ text, about: `person:${id}` });
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
