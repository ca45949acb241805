import { useEffect, useEffectEvent, useMemo } from "react";
import { flushSync } from "react-dom";
import { linesAlike, linesRepeated } from "@/lib/pets/import/known-names";
import { Button } from "../../ui/buttons/button";
import type { PetImport } from "./use-import";
import type { KnownNames } from "./use-known-names";

type State = PetImport;

/**
 * Leaves out rows as soon as they turn out to look like an animal that exists, or like an earlier row. People may
 * include them again.
 */
export function useLeaveOutAlike({ rows, saved, hasBegun, leaveOutAlike }: State, known: KnownNames["pets"]): void {
  const lines = useMemo(() => [...new Set([...linesAlike(rows, known), ...linesRepeated(rows)])], [rows, known]);
  const before = new Set(saved.edits.alike);
  const found = hasBegun ? [] : lines.filter((line) => !before.has(line));
  const leaveOut = useEffectEvent(() => leaveOutAlike(found));
  const more = found.join();
  useEffect(() => {
    if (more !== "") leaveOut();
  }, [more]);
}

/**
 * How many rows were left out because they look like an animal that exists or like an earlier row, and a button that
 * includes them.
 */
export function ImportAlike({ state }: { state: State }) {
  const { saved, rows, hasBegun, include } = state;
  const [alike, leftOut] = [new Set(saved.edits.alike), new Set(saved.edits.leftOut)];
  const out = rows.filter(({ line }) => alike.has(line) && leftOut.has(line));
  if (hasBegun || out.length === 0) return null;
  const one = out.length === 1;
  const repeated = new Set(linesRepeated(rows));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-amber-back px-3 py-2 text-amber">
      <p role="status">
        {one ? "1 row is" : `${out.length.toLocaleString("en")} rows are`} left out, because{" "}
        {reasonOf(one, out.filter(({ line }) => repeated.has(line)).length, out.length)}.
      </p>
      <Button
        look="quiet"
        onClick={() => {
          flushSync(() => include(out.map(({ line }) => line)));
          document.getElementById("rows-heading")?.focus();
        }}
      >
        {one ? "Add it anyway" : "Add them anyway"}
      </Button>
    </div>
  );
}

/** Says why rows were left out. `repeated` of `all` are the same as an earlier row. */
function reasonOf(isOne: boolean, repeated: number, all: number): string {
  const earlier = isOne ? "it is the same as an earlier row" : "they are the same as earlier rows";
  if (repeated === all) return earlier;
  const known = `you already have ${isOne ? "an animal" : "animals"} of the same name and kind`;
  return repeated === 0 ? known : `${known}, or they repeat an earlier row`;
}
