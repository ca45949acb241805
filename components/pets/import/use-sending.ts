import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { flushSync } from "react-dom";
import * as z from "zod/mini";
import { ApiError, isCertain } from "@/lib/http/errors";
import { refetchPets } from "@/lib/pets/client";
import { IMPORT_OUTDATED, importQuery, sendImport } from "@/lib/pets/import/client";
import type { ImportRow } from "@/lib/pets/import/rows";
import type { Import, NewImport, Row } from "@/lib/pets/import/schema";
import { useUndo } from "../../audit/undo-offer";
import { useCommand } from "../../audit/use-command";
import { focusIfLost } from "../../ui/focus";

export type UsableRow = ImportRow & { wanted: Row };

type Sent = Omit<NewImport, "rows"> & { included: readonly UsableRow[] };

/** The import that the service made of these rows of the file. Its id is null while the answer is missing. */
export const SentRows = z.object({ id: z.nullable(z.string()), lines: z.array(z.int()) });
type SentRows = z.infer<typeof SentRows>;

/** Sends the rows once, and follows what the service does with them, also after a reload. */
export function useSending(sent: SentRows | null, save: (sent: SentRows | null) => void) {
  const takeBack = useUndo();
  const client = useQueryClient();
  const job = useQuery(importQuery(sent?.id ?? null));
  const isDone = job.data?.status === "done";
  useEffect(() => {
    if (isDone) void refetchPets(client);
  }, [isDone, client]);
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
    save({ id: null, lines });
    try {
      const id = await command.send(wanted);
      if (id !== undefined) save(id === null ? null : { id, lines });
    } catch (refusal) {
      // A refusal of the second attempt does not tell what became of the first.
      if (!isAgain && isCertain(refusal)) save(null);
    }
  };
  const checkAgain = () => {
    flushSync(() => save(null));
    focusIfLost();
  };
  const result = (isDone && job.data?.result) || null;
  const changeSet = result?.changeSet;
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
    /** Takes back the whole import, except what was changed since. Then its rows can be checked again. */
    undo: changeSet ? () => takeBack([changeSet], { about: "import-undo", onUndone: checkAgain }) : null,
  };
}

const soldIn = ({ included }: Sent) =>
  included.flatMap(({ name, wanted: { id, status } }) =>
    id !== undefined && status === "sold" ? [{ id, name: name || `animal ${id}` }] : [],
  );

const failureOf = ({ code, message }: NonNullable<Import["problem"]>) =>
  code === "confirmation_required" ? new ApiError("conflict", IMPORT_OUTDATED) : new ApiError("unavailable", message);
