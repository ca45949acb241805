import type { ReactNode } from "react";
import { useChangePerson } from "@/lib/people/queries";
import type { Person, PersonChange } from "@/lib/people/schema";
import { showToast } from "../ui/toasts/show-toast";
import { undoAction } from "../ui/toasts/undo-action";

/** Changes what a person may do, one change at a time, with Undo. */
export function usePersonChange({ id, role, disabled }: Person) {
  const change = useChangePerson(id);
  const changeTo = (to: PersonChange, done: ReactNode) => {
    if (change.isPending) return;
    const before = to.role === undefined ? { disabled } : { role };
    const onSuccess = () => {
      const about = `person:${id}`;
      showToast({ text: done, about, ...undoAction(() => change.mutateAsync(before), { about }) });
    };
    change.mutate(to, { onSuccess });
  };
  return { change, changeTo };
}
