import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import * as z from "zod/mini";
import {
  findGap,
  fittingReply,
  mailtoHref,
  REPLY_PARAM,
  type ReplyContext,
  replyChoices,
  replyText,
  wasSent,
} from "@/lib/applications/replies";
import type { Application } from "@/lib/applications/schema";
import { sentTitle } from "@/lib/applications/sent-words";
import { notesTextForKind } from "@/lib/pets/adopters/kind-notes";
import { petsByIdQuery } from "@/lib/pets/client";
import type { Shelter } from "@/lib/shelter/schema";
import { isolate } from "@/lib/values/words";
import { usePersonId } from "../../people/signed-in";
import { Button, buttonClass } from "../../ui/button";
import { copyText, useCopied } from "../../ui/copy";
import { Field, Select, Textarea } from "../../ui/field";
import { actions, panel, stack } from "../../ui/panel";
import { cx } from "../../ui/style";
import { useTabState } from "../../ui/tab-state";
import { When } from "../../ui/time";
import { MarkSent } from "./mark-sent";
import { type Decisions, draftNames, MARKED_AS_TOLD } from "./use-decisions";

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

type Props = { choices: ReturnType<typeof replyChoices>; template: string; hint: string; onChoose(id: string): void };

/** The templates to start a reply from. */
function ReplyTemplate({ choices, template, hint, onChoose }: Props) {
  const id = useId();
  const isOffered = choices.some((choice) => choice.id === template);
  return (
    <Field id={id} label="Start from a template" hint={hint}>
      {(attributes) => (
        <Select {...attributes} value={isOffered ? template : ""} onChange={({ target }) => onChoose(target.value)}>
          <option value="">Choose a text</option>
          {choices.map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/**
 * `made` is the text as the template made it, and `isChosen` whether a person has chosen that template. `replaced` is a
 * text of theirs that a template has replaced. `isTaken` says that it was opened in the mail program, or copied.
 */
const ReplyDraft = z.object({
  template: z.string(),
  text: z.string(),
  made: z.string(),
  isChosen: z._default(z.boolean(), false),
  replaced: z.nullable(z.string()),
  isTaken: z._default(z.boolean(), false),
});
const EMPTY = { template: "", text: "", made: "", isChosen: false, replaced: null, isTaken: false };

type ReplyDraft = z.infer<typeof ReplyDraft>;
const isWritten = ({ text, made }: ReplyDraft) => text.trim() !== "" && text !== made;

/**
 * The draft of a reply. It survives a reload, and no template replaces a text that a person has written or chosen. Once
 * the application `isOver`, a text that nobody has written or chosen is not shown.
 */
function useReply(id: string, context: ReplyContext, isOver: boolean) {
  const [saved, saveDraft] = useTabState<ReplyDraft>(draftNames(id, usePersonId()).reply, EMPTY, ReplyDraft);
  const { template, text, replaced, isTaken } = isOver && saved.text === saved.made && !saved.isChosen ? EMPTY : saved;
  const choose = (next: string) =>
    saveDraft((now) => {
      if (next === "") return { ...now, template: "" };
      const made = replyText(next, context);
      const mine = isWritten(now) ? now.text : now.replaced;
      return { template: next, text: made, made, isChosen: true, replaced: mine, isTaken: false };
    });
  /**
   * Starts with another text, or with none, unless somebody has written their own. A chosen text gives way only to
   * another text, and can be restored.
   */
  const beginWith = (next: string) =>
    saveDraft((now) => {
      if (isWritten(now) || (now.isChosen && next === "")) return now;
      const made = next === "" ? "" : replyText(next, context);
      if (next === now.template) return { ...now, text: made, made };
      const replaced = now.isChosen && now.text !== "" ? now.text : now.replaced;
      return { template: next, text: made, made, isChosen: false, replaced, isTaken: false };
    });
  const write = (next: string) => saveDraft((now) => ({ ...now, text: next }));
  const bringBack = () =>
    saveDraft((now) => ({ ...EMPTY, text: now.replaced ?? now.text, replaced: isWritten(now) ? now.text : null }));
  const markOpened = () => saveDraft((now) => ({ ...now, isTaken: true }));
  /** Removes the text, because it was sent. */
  const clear = () => saveDraft(EMPTY);
  return {
    template,
    text,
    hasReplaced: replaced !== null,
    isTaken,
    choose,
    beginWith,
    write,
    bringBack,
    take: markOpened,
    clear,
  };
}

/** The id of the text area of the reply. */
export const REPLY_ID = "reply";

type ReplyProps = { application: Application; email: string; decisions: Decisions; shelter: Shelter };

/** A reply that is made from a template and edited. The person's mail program sends it. */
export function Reply({ application, email, decisions, shelter }: ReplyProps) {
  const { id, status, order, toTell, isQuestion } = application;
  const handOver = order?.shipDate ?? null;
  const context = useContext(application, shelter);
  // Once the adoption is completed, the templates on the way there are no longer offered.
  const isOver = order !== null && order.status !== "open";
  const reply = useReply(id, context, isOver);
  const { template, text, hasReplaced, choose, beginWith, write, bringBack } = reply;
  /** The text that was to be sent with a gap. */
  const [stopped, setStopped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const choices = isOver ? [] : replyChoices(status, isQuestion);
  const gap = findGap(text);
  const isStopped = stopped === text && gap !== null;
  useChosenByUrl(text === "" ? choices : [], choose);
  useOutcomeChange(`${status} ${toTell} ${handOver}`, () => {
    const next = fittingReply(status, toTell, template);
    beginWith(wasSent(next, context, repliesOf(application)) ? "" : next);
  });
  const isOwn = status === "approved" && template !== "approved" && text.trim() !== "";
  const hint = isOwn ? "Your text stays until you choose “Approve”, the text for this decision." : "";
  return (
    <section className={cx(panel, stack)} aria-labelledby="reply-heading">
      <h2 id="reply-heading">Reply</h2>
      <LastReply application={application} />
      {/* Browsers open it for a link to the text. */}
      <details open={isOpen || text !== ""} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Write a reply</summary>
        <div className={stack}>
          {choices.length > 0 && <ReplyTemplate choices={choices} template={template} hint={hint} onChoose={choose} />}
          {hasReplaced && (
            <div role="status" className={actions}>
              <p>Another text has replaced yours.</p>
              <Button look="quiet" onClick={bringBack}>
                Restore my text
              </Button>
            </div>
          )}
          <Field
            id={REPLY_ID}
            label="Your text"
            hint="Send it from your own mail program, then mark it as sent. Until then, your draft stays in this tab."
            error={isStopped ? `Replace “${gap.gap}” first` : undefined}
          >
            {(attributes) => (
              <Textarea
                {...attributes}
                ref={field}
                dir="auto"
                // The link to it shows the templates above it, too.
                className="scroll-mt-64"
                rows={rowsOf(text)}
                value={text}
                onChange={({ target }) => write(target.value)}
              />
            )}
          </Field>
          {gap && !isStopped && <p className="text-sm text-amber">Still to be filled in: “{gap.gap}”.</p>}
          <Send
            application={application}
            email={email}
            decisions={decisions}
            reply={reply}
            field={field}
            onStopped={() => setStopped(text)}
          />
        </div>
      </details>
    </section>
  );
}

/** Returns the height of the text area: that of the text, so that the buttons below it stay near, within limits. */
const rowsOf = (text: string) => Math.min(12, Math.max(4, text.split("\n").length + 1));

/** Returns what the templates are filled in with. Of the notes for adopters, only those for the kind of the animal. */
function useContext({ petId, petName, name, isQuestion, order }: Application, shelter: Shelter): ReplyContext {
  const pet = useQuery(petsByIdQuery(String(petId))).data?.[0];
  const { adoptionNotes } = shelter;
  const notes = pet && adoptionNotes !== null ? notesTextForKind(adoptionNotes, pet.categoryId) || null : adoptionNotes;
  const known = { ...shelter, adoptionNotes: notes };
  return { applicantName: name, petName, shelter: known, isQuestion, handOver: order?.shipDate ?? null };
}

/** Returns the replies that were marked as sent. */
const repliesOf = ({ history }: Application) => history.flatMap(({ changes }) => changes.reply?.to ?? []);

type SendProps = Pick<ReplyProps, "application" | "email" | "decisions"> & {
  reply: ReturnType<typeof useReply>;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Called when a gap keeps the text from being sent or copied. */
  onStopped(): void;
};

/** Opens the e-mail or copies its text, and keeps it once it was sent. */
function Send({ application, email, decisions, reply, field, onStopped }: SendProps) {
  const { petName, isQuestion, toTell } = application;
  const { text, isTaken, take } = reply;
  const [copied, setCopied] = useCopied();
  const gap = findGap(text);
  /** Selects the gap, so that typing replaces it. Returns whether there is one. */
  const stopAtGap = () => {
    if (!gap) return false;
    onStopped();
    field.current?.focus();
    field.current?.setSelectionRange(gap.start, gap.start + gap.gap.length);
    return true;
  };
  /** Does not open an e-mail with a gap. Opening it counts as telling the applicant. */
  const openMail = (event: MouseEvent) => {
    if (stopAtGap()) return event.preventDefault();
    take();
    if (toTell && text.trim() !== "") void decisions.decide({ toTell: false }, MARKED_AS_TOLD);
  };
  const copy = async () => {
    setCopied(null);
    if (stopAtGap()) return;
    const isDone = await copyText(text, field.current);
    setCopied(isDone);
    if (isDone) take();
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
        <Button look="quiet" onClick={() => void copy()}>
          Copy the text
        </Button>
        <span role="status">
          {copied === true && "Copied."}
          {copied === false && "It could not be copied. Select the text and copy it by hand."}
        </span>
      </div>
      {text.trim() !== "" && (
        <MarkSent
          application={application}
          decisions={decisions}
          text={text}
          isNext={isTaken && !gap}
          stopAtGap={stopAtGap}
          onSent={reply.clear}
          onUndone={reply.write}
        />
      )}
    </>
  );
}

/** Calls back when what is known changes while the page is open. */
function useOutcomeChange(known: string, onChange: () => void): void {
  const before = useRef(known);
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    if (before.current !== known) tell();
    before.current = known;
  }, [known]);
}

/** Once, chooses the template that the URL names, and moves the focus there. */
function useChosenByUrl(choices: ReturnType<typeof replyChoices>, choose: (id: string) => void): void {
  const wanted = useSearchParams().get(REPLY_PARAM);
  const isDone = useRef(false);
  const chosen = choices.find(({ id }) => id === wanted)?.id;
  const begin = useEffectEvent((id: string) => {
    isDone.current = true;
    choose(id);
    document.getElementById(REPLY_ID)?.scrollIntoView({ block: "center" });
  });
  useEffect(() => {
    if (chosen !== undefined && !isDone.current) begin(chosen);
  }, [chosen]);
}
