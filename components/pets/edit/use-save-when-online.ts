import { useState } from "react";
import { isCertain } from "@/lib/http/errors";
import { useWhenOnline } from "../../ui/hooks/use-when-online";

const NOT_SAVED = "Not saved: you are offline. It is saved when the connection returns.";
const IN_DOUBT =
  "We do not know whether your changes were saved, and you are offline. They are saved again when the connection " +
  "returns: nothing is changed twice.";

/**
 * Saves once the connection is back. `begin` starts to wait, `end` stops waiting. An edit that was sent before without
 * an answer (`failure`) is in doubt. Saving it again compares it with what is stored, so it may be sent again.
 */
export function useSaveWhenOnline(save: () => void) {
  const [note, setNote] = useState<string | null>(null);
  useWhenOnline(() => {
    if (note === null) return;
    setNote(null);
    save();
  });
  return {
    note,
    begin: (failure: unknown) =>
      setNote((before) => (before === IN_DOUBT || (failure !== null && !isCertain(failure)) ? IN_DOUBT : NOT_SAVED)),
    end: () => setNote(null),
  };
}
