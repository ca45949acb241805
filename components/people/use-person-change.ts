import { toSentence } from "@/lib/http/errors";
import { useChangePerson } from "@/lib/people/queries";
import type { Person, PersonChange } from "@/lib/people/schema";
import { showToast, UNDO_MS } from "../ui/show-toast";

/** Changes what a person may do, one change at a time, with Undo. `onChanged` gets the focus that a button loses. */
export function usePersonChange({ id, role, disabled }: Person, onChanged: () => void) {
  const change = useChangePerson(id);
  const undo = (before: PersonChange) =>
    change.mutateAsync(before).then(
      () => showToast({ text: "Undone.", about: `person:${id}` }),
      (failure: unknown) => showToast({ text: `It was not undone. ${toSentence(failure)}` }),
    );
  const changeTo = (to: PersonChange, done: string) => {
    if (change.isPending) return;
    const before = to.role === undefined ? { disabled } : { role };
    const onSuccess = () => {
      onChanged();
      const action = { label: "Undo", onSelect: () => void undo(before) };
      showToast({ text: done, about: `person:${id}`, action, shownMs: UNDO_MS });
    };
    change.mutate(to, { onSuccess });
  };
  return { change, changeTo };
}

/** Makes a change, and says what was done. */
export type ChangePersonTo = ReturnType<typeof usePersonChange>["changeTo"];
