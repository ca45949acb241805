import { useRef, useState } from "react";
import { fetchForExport, MAX_EXPORT } from "@/lib/pets/import/export";
import { Button } from "../../ui/button";
import { showToast } from "../../ui/show-toast";

type Props = {
  /** The filter of the list, as the parameters that `GET /v1/pets` takes: `status=available&q=lu`. */
  query: string;
  label?: string;
};

/** Saves the animals of a filter as a CSV file that can be imported again. */
export function ExportButton({ query, label = "Export" }: Props) {
  const [count, setCount] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const save = async () => {
    if (running.current) return running.current.abort();
    const control = new AbortController();
    running.current = control;
    setCount(0);
    try {
      const { csv, rows, isCut } = await fetchForExport(query, setCount, control.signal);
      download(csv);
      const animals = rows === 1 ? "1 animal" : `${rows.toLocaleString("en")} animals`;
      showToast({
        text: isCut ? `The first ${MAX_EXPORT.toLocaleString("en")} animals were saved.` : `${animals} saved.`,
      });
    } catch {
      if (!control.signal.aborted) showToast({ text: "The file was not made. Check your connection and try again." });
    } finally {
      running.current = null;
      setCount(null);
    }
  };
  return (
    <Button look="quiet" onClick={save}>
      {count === null ? label : `Stop (${count.toLocaleString("en")})`}
    </Button>
  );
}

function download(csv: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([csv], { type: "text/csv;charset=utf-8" }));
  link.download = `animals-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  // By then, the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
