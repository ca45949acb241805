import { useQueryClient } from "@tanstack/react-query";
import { undo } from "@/lib/audit/client";
import type { ChangeSet } from "@/lib/audit/schema";
import { refetchAll } from "@/lib/http/query-client";
import { undoAction, undoAndReport } from "../ui/undo-action";

/** A change set, and that which has undone it. */
export type Undone = { changeSet: string; by: ChangeSet };

type Undoable = { about: string; onUndone?: ((undone: Undone[]) => void) | undefined };

/** Returns what takes back change sets, the latest first. */
function useTakeBack() {
  const client = useQueryClient();
  return (changeSets: readonly string[], { about, onUndone }: Undoable) => {
    const left = [...changeSets];
    const undone: Undone[] = [];
    const take = async (onlyRest = false) => {
      try {
        for (let changeSet = left.at(-1); changeSet !== undefined; changeSet = left.at(-1)) {
          undone.push({ changeSet, by: await undo(changeSet, onlyRest) });
          left.pop();
        }
      } finally {
        void refetchAll(client);
      }
      onUndone?.(undone);
    };
    return { about, take, takeRest: () => take(true) };
  };
}

/** Returns what a toast offers to undo change sets. Nothing if there are none, as when an answer was lost. */
export function useUndoOffer() {
  const takeBack = useTakeBack();
  return (changeSets: readonly string[], undoable: Undoable) =>
    changeSets.length === 0 ? {} : undoAction(takeBack(changeSets, undoable));
}

/** Returns a function that undoes change sets and says so. */
export function useUndo() {
  const takeBack = useTakeBack();
  return (changeSets: readonly string[], undoable: Undoable) => undoAndReport(takeBack(changeSets, undoable));
}
