import { useState } from "react";
import * as z from "zod/mini";
import { type Application, LENGTHS } from "@/lib/applications/schema";
import { isStale } from "@/lib/http/errors";
import { isBlank } from "@/lib/values/text";
import { usePersonId } from "../../people/signed-in";
import { Button } from "../../ui/button";
import { Field, Textarea } from "../../ui/field";
import { actions, panel, stack } from "../../ui/panel";
import { cx } from "../../ui/style";
import { useTabState } from "../../ui/tab-state";
import { draftNames, useDecision } from "./use-decisions";

/** `base` is the note that the draft started from. `text` is null when there is no draft. */
const Draft = z.object({ base: z.nullable(z.string()), text: z.nullable(z.string()) });
const NONE = { base: null, text: null };

/** A draft survives a reload; what somebody else has written since is shown beside it. */
export function NoteForm({ application }: { application: Application }) {
  const { id, note } = application;
  const [draft, saveDraft] = useTabState<z.infer<typeof Draft>>(draftNames(id, usePersonId()).note, NONE, Draft);
  const { decide, busy, error, problem, reset } = useDecision(application);
  const [isOpen, setOpen] = useState(note !== null);
  const text = draft.text ?? note ?? "";
  const isChanged = draft.text !== null && draft.text !== (note ?? "");
  const theirs = isChanged && draft.base !== note ? (note ?? "") : null;
  const discard = () => saveDraft(NONE);
  return (
    <details
      className={cx(panel, "py-2!")}
      open={isOpen || isChanged}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary id="note-heading" className="font-display text-xl font-semibold">
        Note
      </summary>
      <form
        className={cx(stack, "mt-2 mb-3")}
        aria-labelledby="note-heading"
        onSubmit={(event) => {
          event.preventDefault();
          // Somebody who saves now has seen what the others wrote.
          decide({ note: isBlank(text) ? null : text }, "Note saved.", { onDone: discard });
        }}
      >
        {theirs !== null && <Theirs text={theirs} onTake={discard} />}
        <Field id="note" label="Only for the shelter" hint="The applicant never sees it.">
          {(attributes) => (
            <Textarea
              {...attributes}
              dir="auto"
              rows={4}
              maxLength={LENGTHS.note}
              value={text}
              onChange={({ target }) => {
                reset();
                saveDraft((now) => ({ base: now.text === null ? note : now.base, text: target.value }));
              }}
            />
          )}
        </Field>
        <div className={actions}>
          <Button type="submit" look="quiet" busy={busy || !isChanged}>
            {theirs === null ? "Save note" : "Save mine instead"}
          </Button>
        </div>
      </form>
      {/* Outside the form, because it may contain a sign-in form, and forms cannot be nested. */}
      {!isStale(error) && problem}
    </details>
  );
}

function Theirs({ text, onTake }: { text: string; onTake(): void }) {
  return (
    <div role="alert" className="grid gap-3 rounded-card border-2 border-amber bg-amber-back px-4 py-3">
      <p>
        <strong>Somebody else changed the note.</strong> It now says:
      </p>
      <blockquote dir="auto" className="border-s-4 border-amber ps-3 whitespace-pre-line wrap-anywhere">
        {text || "nothing"}
      </blockquote>
      <div className={actions}>
        <Button look="quiet" onClick={onTake}>
          Keep theirs, discard mine
        </Button>
      </div>
    </div>
  );
}
