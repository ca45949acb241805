import { useState } from "react";
import { fetchAllPets } from "@/lib/pets/list/calls";
import { Button } from "../../ui/button";
import { saveFile } from "../../ui/copy";
import { useStoppable } from "../../ui/hooks";
import { showToast } from "../../ui/toast";

/** `query` is the filter, as the parameters that `GET /v1/pets` takes: `status=available&q=lu`. */
export function useExport(query: string) {
  const [count, setCount] = useState(0);
  const { isRunning, start, stop } = useStoppable();
  const save = async (signal: AbortSignal) => {
    setCount(0);
    try {
      const { MAX_EXPORT, toCsv } = await import("@/lib/pets/import/csv");
      const wanted = new URLSearchParams(query);
      wanted.set("include", "profile");
      const { pets, isCut } = await fetchAllPets(wanted, MAX_EXPORT, signal, setCount);
      saveFile(`animals-${new Date().toISOString().slice(0, 10)}.csv`, toCsv(pets));
      const animals = pets.length === 1 ? "1 animal" : `${pets.length.toLocaleString("en")} animals`;
      showToast({
        text: isCut ? `The first ${MAX_EXPORT.toLocaleString("en")} animals were saved.` : `${animals} saved.`,
      });
    } catch {
      if (!signal.aborted) showToast({ text: "The file was not made. Check your connection and try again." });
    }
  };
  return {
    isRunning,
    /** "Export", or "Stop (1,200)" with how many animals have been read. */
    label: isRunning ? `Stop (${count.toLocaleString("en")})` : "Export",
    toggle: () => (isRunning ? stop() : void start(save)),
  };
}

export type PetExport = ReturnType<typeof useExport>;

export function ExportButton() {
  const { isRunning, label, toggle } = useExport("");
  return (
    <Button look="quiet" onClick={toggle}>
      {isRunning ? label : "Export all animals"}
    </Button>
  );
}
