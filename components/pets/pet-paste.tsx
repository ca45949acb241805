"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import * as z from "zod/mini";
import { newIdempotencyKey } from "@/lib/http/client";
import { ApiError, isCertain, isSignedOut, toSentence } from "@/lib/http/errors";
import { addPet } from "@/lib/pets/pages/calls";
import { MAX_ROWS, readPaste } from "@/lib/pets/pages/paste";
import { petKeys } from "@/lib/pets/pages/queries";
import { refetch } from "@/lib/refetch";
import { SignInForm } from "../people/sign-in-form";
import { Button } from "../ui/button";
import { Countdown } from "../ui/countdown";
import { cx } from "../ui/cx";
import { FormMessage, Textarea } from "../ui/field";
import { Link } from "../ui/link";
import { actions, panel, stack } from "../ui/panel";
import { showToast } from "../ui/show-toast";
import { useSessionState } from "../ui/use-session-state";
import { PastePreview } from "./paste-preview";

/** The pasted text and its id, from which the Idempotency-Key of each row is made, so that no row is added twice. */
const Paste = z.object({
  id: z.string(),
  text: z.string(),
  done: z.int().check(z.gte(0)),
  /** The next row was sent, and may or may not have been added. */
  inDoubt: z._default(z.boolean(), false),
});
type Paste = z.infer<typeof Paste>;
const EMPTY: Paste = { id: "", text: "", done: 0, inDoubt: false };

/** Adds many animals at once: from pasted spreadsheet rows, previewed first and sent only when all are valid. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop with all its ways to end; to be split.
export function PetPaste({ person, onAdded }: { person: string; onAdded(): void }) {
  // Saved for this tab and person: a reload in the middle continues where it was.
  const [paste, setPaste] = useSessionState(`paste ${person}`, EMPTY, Paste);
  const [problem, setProblem] = useState<ApiError | null>(null);
  const [running, setRunning] = useState(false);
  const busy = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const client = useQueryClient();
  const { rows, tooMany } = useMemo(() => readPaste(paste.text), [paste.text]);
  const wrong = rows.filter(({ pet }) => pet === null).length;
  const isReady = rows.length > 0 && wrong === 0 && !tooMany;

  /** Replaces the rows and clears the error and the pending retry of the previous ones. */
  const start = (other: Paste) => {
    setProblem(null);
    setPaste(other);
  };

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: see above.
  const add = async () => {
    if (busy.current || !isReady) return;
    busy.current = true;
    setRunning(true);
    setProblem(null);
    let { done, inDoubt } = paste;
    try {
      for (const { pet, line } of rows.slice(done)) {
        // Stop when the user has left the page; the remaining rows are saved.
        if (!here.current) return;
        setPaste({ ...paste, done, inDoubt: true });
        if (pet) await addPet({ pet, idempotencyKey: `${paste.id}-${line}` });
        done++;
        inDoubt = false;
        setPaste({ ...paste, done, inDoubt });
      }
      showToast({ text: `${done} ${done === 1 ? "animal was" : "animals were"} added.` });
      setPaste(EMPTY);
      onAdded();
    } catch (error) {
      // A refused retry does not tell whether the earlier attempt succeeded.
      setPaste({ ...paste, done, inDoubt: inDoubt || !isCertain(error) });
      setProblem(error instanceof ApiError ? error : new ApiError("unavailable", "Please try again."));
    } finally {
      busy.current = false;
      setRunning(false);
      void refetch(client, petKeys.all);
    }
  };

  const signedOut = isSignedOut(problem);
  const hasBegun = paste.done > 0 || paste.inDoubt;
  return (
    <section className={cx(panel, stack, "gap-2.5")} aria-labelledby="paste-heading">
      <h2 id="paste-heading">Add many</h2>
      <label htmlFor="paste">Rows from a spreadsheet</label>
      <Textarea
        className="overflow-x-auto font-mono text-sm whitespace-pre"
        id="paste"
        rows={4}
        value={paste.text}
        readOnly={running || hasBegun}
        aria-describedby="paste-hint"
        spellCheck={false}
        onChange={(event) => start({ ...EMPTY, id: newIdempotencyKey(), text: event.target.value })}
      />
      <p className="text-sm text-soft" id="paste-hint">
        Three columns: name, category, status. At most {MAX_ROWS} rows. Nothing is added until all rows are correct. For
        files, headings and changes, <Link href="/staff/animals/import">import them</Link>.
      </p>
      {rows.length > 0 && <PastePreview rows={rows} done={paste.done} />}
      <FormMessage role="status" kind={wrong > 0 || tooMany ? "problem" : undefined}>
        {tooMany && `These are more than ${MAX_ROWS} rows. Paste them in parts. `}
        {wrong > 0 && `${wrong} of ${rows.length} rows have errors. Correct them first.`}
      </FormMessage>
      {paste.done > 0 && (
        <label>
          {paste.done} of {rows.length} added
          <progress className="block h-3 w-full" max={rows.length} value={paste.done} />
        </label>
      )}
      {(problem || (paste.inDoubt && !running)) && (
        <FormMessage role="alert" kind="problem">
          <p>
            {signedOut ? "You were signed out. Sign in below and continue." : problem && toSentence(problem)}{" "}
            {paste.inDoubt && `We do not know whether row ${rows[paste.done]?.line} was added. `}
            {paste.done} of {rows.length} are {paste.inDoubt ? "known to be added" : "added"}; the others are still
            here. If you continue within a day, none is added twice.
          </p>
          <Countdown refusal={problem} onDone={add} />
        </FormMessage>
      )}
      <div className={actions}>
        <Button ref={button} busy={running || !isReady} onClick={add}>
          {running ? "Adding…" : hasBegun ? "Continue" : rows.length > 0 ? `Add all ${rows.length}` : "Add all"}
        </Button>
        {paste.text !== "" && !running && (
          <Button look="quiet" onClick={() => start(EMPTY)}>
            Clear
          </Button>
        )}
      </div>
      {signedOut && (
        <SignInForm
          id="paste-again"
          title="Sign in again"
          onSignedIn={() => {
            flushSync(() => setProblem(null));
            button.current?.focus();
          }}
        />
      )}
    </section>
  );
}
