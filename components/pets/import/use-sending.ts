import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import * as z from "zod/mini";
import { ApiError, isCertain } from "@/lib/http/errors";
import { usePetsChanged } from "@/lib/pets/client";
import { IMPORT_OUTDATED, importQuery, sendImport } from "@/lib/pets/import/client";
import type { ImportRow } from "@/lib/pets/import/rows";
import type { Import, ImportResult, NewImport, Row } from "@/lib/pets/import/schema";
import { useUndo } from "../../audit/undo-offer";
import { useCommand } from "../../audit/use-command";

export type UsableRow = ImportRow & { wanted: Row };

type Sent = Omit<NewImport, "rows"> & { included: readonly UsableRow[] };

export const SavedSending = z.object({
  /** The import that the service made of these rows of the file. Its id is null while the answer is missing. */
  sent: z.nullable(z.object({ id: z.nullable(z.string()), lines: z.array(z.int()) })),
  /** The last change set that has undone the import, or undone that. */
  undo: z.nullable(z.object({ changeSet: z.string(), isUndone: z.boolean() })),
});
type SavedSending = z.infer<typeof SavedSending>;

/** Sends the rows once, and follows what the service does with them, also after a reload. */
export function useSending({ sent, undo }: SavedSending, save: (change: Partial<SavedSending>) => void) {
  const petsChanged = usePetsChanged();
  const job = useQuery(importQuery(sent?.id ?? null));
  const isDone = job.data?.status === "done";
  const showChanges = useEffectEvent(() => void petsChanged());
  useEffect(() => {
    if (isDone) showChanges();
  }, [isDone]);
  const command = useCommand({
    pets: soldIn,
    send: ({ included, ...options }: Sent, confirm) =>
      sendImport({ rows: included.map(({ wanted }) => wanted), ...options }, confirm),
    reads: ["import"],
  });

  const send = async (wanted: Sent) => {
    const lines = wanted.included.map(({ line }) => line);
    // After an answer that was lost, the rows are sent again. An import that has failed is a new one.
    const isAgain = sent !== null && job.data?.status !== "failed";
    save({ sent: { id: null, lines }, undo: null });
    try {
      const id = await command.send(wanted);
      if (id !== undefined) save({ sent: id === null ? null : { id, lines } });
    } catch (refusal) {
      // A refusal of the second attempt does not tell what became of the first.
      if (!isAgain && isCertain(refusal)) save({ sent: null });
    }
  };
  const result = (isDone && job.data?.result) || null;
  const failure = job.data?.problem ? failureOf(job.data.problem) : null;
  // Any other is only a pause.
  const refusal = isCertain(job.error) ? job.error : null;
  const isFollowed = sent !== null && sent.id !== null;
  return {
    job: job.data,
    result,
    hasBegun: sent !== null,
    isRunning: command.isPending || (isFollowed && !failure && !refusal && !isDone),
    problem: command.error ?? failure ?? refusal,
    /** Whether the service may have the rows although it has not said so. */
    isInDoubt: !command.isPending && sent !== null && sent.id === null,
    dialog: command.dialog,
    send,
    reset: command.reset,
    isUndone: undo?.isUndone ?? false,
    undo: useImportUndo(undo, save, result),
  };
}

/** The whole import, except what was changed since, or undoes that. */
function useImportUndo(
  undo: SavedSending["undo"],
  save: (change: Partial<SavedSending>) => void,
  result: ImportResult | null,
): (() => void) | null {
  const takeBack = useUndo();
  const changeSet = undo?.changeSet ?? result?.changeSet;
  if (!changeSet) return null;
  const onUndone = ([undone]: { by: { id: string } }[]) => {
    if (undone) save({ undo: { changeSet: undone.by.id, isUndone: !undo?.isUndone } });
  };
  return () => takeBack([changeSet], { about: "import-undo", onUndone });
}

const soldIn = ({ included }: Sent) =>
  included.flatMap(({ name, wanted: { id, status } }) =>
    id !== undefined && status === "sold" ? [{ id, name: name || `animal ${id}` }] : [],
  );

const failureOf = ({ code, message }: NonNullable<Import["problem"]>) =>
  code === "confirmation_required" ? new ApiError("conflict", IMPORT_OUTDATED) : new ApiError("unavailable", message);
