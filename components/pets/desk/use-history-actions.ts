import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fetchHistory, undoChange } from "@/lib/pets/changes/calls";
import type { HistoryEntry } from "@/lib/pets/changes/history-schema";
import { whyNot } from "@/lib/pets/desk/refusal-words";
import type { EditedPet } from "@/lib/pets/edit/calls";
import { type SetBack, setBack } from "@/lib/pets/edit/set-back";
import { petKeys } from "@/lib/pets/queries";
import { refetch } from "@/lib/refetch";
import { showToast, UNDO_MS } from "../../ui/show-toast";
import { showPetToast } from "../show-pet-toast";

/** What can be done with the entries of an animal's history, and at which entry it failed last. */
export function useHistoryActions(petId: bigint, present: EditedPet | null | undefined) {
  const client = useQueryClient();
  const [problem, setProblem] = useState<{ id: bigint; error: unknown } | null>(null);
  const [busy, setBusy] = useState(false);

  const attempt = async ({ id }: HistoryEntry, change: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await change();
    } catch (error) {
      setProblem({ id, error });
    } finally {
      setBusy(false);
      await refetch(client, petKeys.all);
    }
  };

  const undo = (entry: HistoryEntry) =>
    attempt(entry, async () => {
      await undoChange(petId, entry.id, present?.version);
      showToast({ text: "Undone." });
    });

  const takeBack = async (pet: EditedPet["pet"], version: string) => {
    try {
      // After any other change, the newest entry is a later one, and the version no longer matches.
      const [newest] = await fetchHistory(petId, 1);
      if (newest) await undoChange(petId, newest.id, version);
      showPetToast(pet, "is as it was before.");
    } catch (error) {
      showPetToast(pet, `was not changed. ${whyNot(error)}`);
    }
    await refetch(client, petKeys.all);
  };

  const setBackTo = (entry: HistoryEntry, to: SetBack) =>
    attempt(entry, async () => {
      if (!present) return;
      const { pet } = present;
      const version = await setBack(present, to);
      const action = { label: "Undo", onSelect: () => void takeBack(pet, version) };
      showPetToast(pet, "was set back.", { action, shownMs: UNDO_MS });
    });

  return { undo, setBackTo, busy, problem };
}
