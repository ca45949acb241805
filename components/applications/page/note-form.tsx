import { useState } from "react";
import * as z from "zod/mini";
import { ChangedMeanwhile } from "@/lib/applications/client";
import { type Application, LENGTHS } from "@/lib/applications/schema";
import { RequestProblem } from "../../people/request-problem";
import { usePersonId } from "../../people/signed-in";
import { Button } from "../../ui/button";
import { Field, Textarea } from "../../ui/field";
import { actions, panel, stack } from "../../ui/panel";
import { cx } from "../../ui/style";
import { useTabState } from "../../ui/tab-state";
import { draftNames, useDecisions } from "./use-decisions";

/** `base` is the note that the draft started from. `text` is null when there is no draft. */
const Draft = z.object({ base: z.nullable(z.string()), text: z.nullable(z.string()) });
const NONE = { base: null, text: null };

/** A draft survives a reload; what somebody else has written since is shown beside it. */
export function NoteForm({ application }: { application: Application }) {
  const { text, isChanged, theirs, error, type, save, takeTheirs, request } = useNote(application);
  const [isOpen, setOpen] = useState(application.note !== null);
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
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {theirs !== null && <Theirs text={theirs} onTake={takeTheirs} />}
        <Field id="note" label="Only for the shelter" hint="The applicant never sees it." error={error}>
          {(attributes) => (
            <Textarea {...attributes} dir="auto" rows={4} value={text} onChange={({ target }) => type(target.value)} />
          )}
        </Field>
        <div className={actions}>
          <Button type="submit" look="quiet" busy={request.busy || !isChanged}>
            {theirs === null ? "Save note" : "Save mine instead"}
          </Button>
        </div>
      </form>
      {/* Outside the form, because it may contain a sign-in form, and forms cannot be nested. */}
      {request.failure && !(request.failure.error instanceof ChangedMeanwhile) && (
        <RequestProblem
          error={request.failure.error}
          notDone="The note was not saved."
          inDoubt="We do not know whether the note was saved. Save it again: nothing happens twice."
          onWaited={() => void save()}
          onSignedIn={request.clear}
        />
      )}
    </details>
  );
}

function useNote(application: Application) {
  const { id, note } = application;
  const [draft, saveDraft] = useTabState<z.infer<typeof Draft>>(draftNames(id, usePersonId()).note, NONE, Draft);
  const [error, setError] = useState<string>();
  const { decide, ...request } = useDecisions(application);
  const text = draft.text ?? note ?? "";
  const isChanged = draft.text !== null && draft.text !== (note ?? "");
  const theirs = isChanged && draft.base !== note ? (note ?? "") : null;

  const save = async () => {
    if (request.busy) return;
    const length = [...text].length;
    setError(
      length > LENGTHS.note
        ? `The note can have up to ${LENGTHS.note.toLocaleString("en")} characters; it has ${length.toLocaleString("en")}.`
        : undefined,
    );
    if (length > LENGTHS.note) return;
    // Somebody who saves now has seen what the others wrote.
    if (await decide({ note: /\P{White_Space}/u.test(text) ? text : null }, "Note saved.")) saveDraft(NONE);
  };
  const type = (typed: string) => {
    request.clear();
    saveDraft((now) => ({ base: now.text === null ? note : now.base, text: typed }));
  };
  return { text, isChanged, theirs, error, type, save, takeTheirs: () => saveDraft(NONE), request };
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
