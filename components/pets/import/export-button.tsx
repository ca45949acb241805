import { Button } from "../../ui/buttons/button";
import { useExport } from "./use-export";

/** Saves all animals as a CSV file that can be imported again. */
export function ExportButton() {
  const { isRunning, label, toggle } = useExport("");
  return (
    <Button look="quiet" onClick={toggle}>
      {isRunning ? label : "Export all animals"}
    </Button>
  );
}
