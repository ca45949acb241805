import { useQuery } from "@tanstack/react-query";
import { type MouseEvent, type RefObject, useRef, useState } from "react";
import * as z from "zod/mini";
import { findGap, mailtoHref, type ReplyContext, replyChoices, replyText } from "@/lib/applications/replies";
import { type Application, type ApplicationChange, LENGTHS } from "@/lib/applications/schema";
import { sentTitle } from "@/lib/applications/sent-words";
import { STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import { isOpen as isUndecided } from "@/lib/applications/status";
import { notesTextForKind } from "@/lib/pets/adopters/kind-notes";
import { petsByIdQuery } from "@/lib/pets/client";
import type { Shelter } from "@/lib/shelter/schema";
import { isolate } from "@/lib/values/words";
import { usePersonId } from "../../people/signed-in";
import { Button, buttonClass } from "../../ui/button";
import { useCopy } from "../../ui/copy";
import { Field, Options, Select, Textarea } from "../../ui/field";
import { actions, Panel, stack } from "../../ui/panel";
import { cx } from "../../ui/style";
import { useTabState } from "../../ui/tab-state";
import { When } from "../../ui/time";
import { draftNames, MARKED_AS_TOLD, useDecision } from "./use-decisions";

/** The last reply that was marked as sent, folded, with who sent it and when. */
function LastReply({ application: { reply, history } }: { application: Application }) {
  if (reply === null) return null;
  const sent = history.find(({ changes }) => changes.reply?.to === reply);
  return (
    <details className="border-s-2 border-line ps-3">
      <summary className="wrap-anywhere">
        {/* One element, because a summary arranges its parts as columns. */}
        <span>
          Last reply
          {sent && (
            <>
              {sent.actor.name !== null && (
                <>
                  {" "}
                  from <bdi>{sent.actor.name}</bdi>
                </>
              )}
              , <When iso={sent.at} />
            </>
          )}
        </span>
      </summary>
      <p dir="auto" className="max-w-prose pb-2 whitespace-pre-line wrap-anywhere">
        {reply}
      </p>
    </details>
  );
}

/** `text` is what a person has written, null while it is that of the template. */
const ReplyDraft = z.object({ template: z.string(), text: z.nullable(z.string()) });
const EMPTY = { template: "", text: null };
type ReplyDraft = z.infer<typeof ReplyDraft>;

/** The id of the text area of the reply. */
export const REPLY_ID = "reply";

type ReplyProps = { application: Application; email: string; shelter: Shelter };

/** A reply that is made from a template and edited. The person's mail program sends it. The draft survives a reload. */
export function Reply({ application, email, shelter }: ReplyProps) {
  const { id, status, order, isQuestion } = application;
  const [draft, saveDraft] = useTabState<ReplyDraft>(draftNames(id, usePersonId()).reply, EMPTY, ReplyDraft);
  const context = useContext(application, shelter);
  const [isOpen, setOpen] = useState(false);
  /** The text that was to be sent with a gap. */
  const [stopped, setStopped] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  // Once the adoption is completed, the templates on the way there are no longer offered.
  const choices = order !== null && order.status !== "open" ? [] : replyChoices(status, isQuestion);
  const template = choices.some((choice) => choice.id === draft.template) ? draft.template : "";
  const text = draft.text ?? (template && replyText(template, context));
  const gap = findGap(text);
  const write = (next: string) => saveDraft((now) => ({ ...now, text: next || null }));
  return (
    <Panel id="reply-heading" title="Reply">
      <LastReply application={application} />
      {/* Browsers open it for a link to the text. */}
      <details open={isOpen || text !== ""} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Write a reply</summary>
        <div className={stack}>
          {/* It would replace what somebody has written. */}
          {choices.length > 0 && draft.text === null && (
            <Field id="reply-template" label="Start from a template">
              {(attributes) => (
                <Select
                  {...attributes}
                  value={template}
                  onChange={({ target }) => saveDraft({ template: target.value, text: null })}
                >
                  <option value="">Choose a text</option>
                  <Options of={choices.map((choice) => [choice.id, choice.label])} />
                </Select>
              )}
            </Field>
          )}
          <Field
            id={REPLY_ID}
            label="Your text"
            hint="Send it from your own mail program, then mark it as sent. Until then, your draft stays in this tab."
            error={gap && stopped === text ? `Replace “${gap.gap}” first` : undefined}
          >
            {(attributes) => (
              <Textarea
                {...attributes}
                ref={field}
                dir="auto"
                // The link to it shows the templates above it, too.
                className="max-h-80 min-h-32 scroll-mt-64 field-sizing-content"
                rows={8}
                maxLength={LENGTHS.reply}
                value={text}
                onChange={({ target }) => write(target.value)}
              />
            )}
          </Field>
          <Send
            application={application}
            email={email}
            text={text}
            field={field}
            onStopped={() => setStopped(text)}
            onSent={() => saveDraft(EMPTY)}
            onUndone={write}
          />
        </div>
      </details>
    </Panel>
  );
}

/** Returns what the templates are filled in with. Of the notes for adopters, only those for the kind of the animal. */
function useContext({ petId, petName, name, isQuestion, order, visitAt }: Application, shelter: Shelter): ReplyContext {
  const pet = useQuery(petsByIdQuery(String(petId))).data?.[0];
  const { adoptionNotes } = shelter;
  const notes = pet && adoptionNotes !== null ? notesTextForKind(adoptionNotes, pet.categoryId) || null : adoptionNotes;
  const known = { ...shelter, adoptionNotes: notes };
  return { applicantName: name, petName, shelter: known, isQuestion, handOver: order?.shipDate ?? null, visitAt };
}

type SendProps = Pick<ReplyProps, "application" | "email"> & {
  text: string;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Called when a gap keeps the text from being sent or copied. */
  onStopped(): void;
  onSent(): void;
  onUndone(text: string): void;
};

/** Opens the e-mail or copies its text, and keeps it once it was sent: a new application or a question goes on. */
function Send({ application, email, text, field, onStopped, onSent, onUndone }: SendProps) {
  const { petName, isQuestion, toTell } = application;
  const { decide, busy, problem } = useDecision(application);
  const { copied, copy } = useCopy(text);
  const step = sentStep(application, text);
  /** Selects the gap, so that typing replaces it. Returns whether there is one. */
  const stopAtGap = () => {
    const gap = findGap(text);
    if (!gap) return false;
    onStopped();
    field.current?.focus();
    field.current?.setSelectionRange(gap.start, gap.start + gap.gap.length);
    return true;
  };
  /** Does not open an e-mail with a gap. Opening it counts as telling the applicant. */
  const openMail = (event: MouseEvent) => {
    if (stopAtGap()) return event.preventDefault();
    if (toTell && text.trim() !== "") decide({ toTell: false }, MARKED_AS_TOLD);
  };
  const markSent = () => {
    if (!stopAtGap()) decide(step.change, step.done, { onDone: onSent, onUndone: () => onUndone(text) });
  };
  return (
    <>
      <div className={actions}>
        <a
          className={buttonClass("quiet")}
          href={mailtoHref(email, sentTitle(isQuestion, isolate(petName)), text)}
          onClick={openMail}
        >
          Open in my mail program
        </a>
        <Button
          look="quiet"
          onClick={() => {
            if (!stopAtGap()) void copy(field.current);
          }}
        >
          Copy the text
        </Button>
        <span role="status">
          {copied === true && "Copied."}
          {copied === false && "It could not be copied. Select the text and copy it by hand."}
        </span>
      </div>
      {text.trim() !== "" && (
        <div className={cx(actions, "border-t border-line pt-3")}>
          <p role="status">Once your reply is sent:</p>
          <Button look="quiet" busy={busy} onClick={markSent}>
            {step.label}
          </Button>
        </div>
      )}
      {problem}
    </>
  );
}

function sentStep({ status, isQuestion, toTell }: Application, reply: string) {
  const change: ApplicationChange = { reply, ...(toTell && { toTell: false }) };
  if (isQuestion && isUndecided(status)) {
    return {
      label: "Mark as answered",
      change: { ...change, status: "answered" as const },
      done: "Marked as answered.",
    };
  }
  const label = "Mark as sent";
  if (status !== "new") return { label, change, done: "Your reply is kept with the application." };
  const done = `Your reply is kept. The application is now “${STAFF_STATUS_LABELS.talking}”.`;
  return { label, change: { ...change, status: "talking" as const }, done };
}
