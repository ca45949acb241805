import { useMutation } from "@tanstack/react-query";
import { fetchAllPets } from "@/lib/pets/list/calls";
import { showToast } from "../../ui/toast";

/** `query` is the filter, as the parameters that `GET /v1/pets` takes: `status=available&q=lu`. */
export function useExport(query: string) {
  const { isPending, mutate } = useMutation({
    mutationFn: async () => {
      const { MAX_EXPORT, toCsv } = await import("@/lib/pets/import/csv");
      const wanted = new URLSearchParams(query);
      wanted.set("include", "profile");
      const { pets, isCut } = await fetchAllPets(wanted, MAX_EXPORT);
      saveFile(`animals-${new Date().toISOString().slice(0, 10)}.csv`, toCsv(pets));
      const animals = pets.length === 1 ? "1 animal" : `${pets.length.toLocaleString("en")} animals`;
      return isCut ? `The first ${MAX_EXPORT.toLocaleString("en")} animals were saved.` : `${animals} saved.`;
    },
    onSuccess: (text) => showToast({ text }),
    onError: () => showToast({ text: "The file was not made. Check your connection and try again." }),
  });
  return {
    isRunning: isPending,
    label: isPending ? "Exporting…" : "Export",
    start: () => isPending || mutate(),
  };
}

function saveFile(name: string, csv: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([csv], { type: "text/csv;charset=utf-8" }));
  link.download = name;
  link.click();
  // By then, the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
