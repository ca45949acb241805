import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { type MouseEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  findGap,
  fittingReply,
  mailtoHref,
  REPLY_PARAM,
  type ReplyContext,
  replyChoices,
  wasSent,
} from "@/lib/applications/reply/replies";
import type { Application } from "@/lib/applications/schema";
import { sentTitle } from "@/lib/applications/sent-words";
import { notesTextForKind } from "@/lib/pets/adopters/animal/kind-notes";
import { petsByIdQuery } from "@/lib/pets/queries";
import type { Shelter } from "@/lib/shelter/schema";
import { isolate } from "@/lib/values/bidi";
import { copyText } from "../../ui/browser/copy-text";
import { Button } from "../../ui/buttons/button";
import { Field, Textarea } from "../../ui/forms/field";
import { useCopied } from "../../ui/hooks/use-copied";
import { buttonClass } from "../../ui/style/button-class";
import { cx } from "../../ui/style/cx";
import { actions, panel, stack } from "../../ui/style/panel";
import { LastReply } from "./last-reply";
import { MarkSent } from "./mark-sent";
import { ReplyTemplate } from "./reply-template";
import { type Decisions, MARKED_AS_TOLD } from "./use-decisions";
import { useReply } from "./use-reply";

/** The id of the text area of the reply. */
export const REPLY_ID = "reply";

type Props = { application: Application; email: string; decisions: Decisions; shelter: Shelter };

/** A reply that is made from a template and edited. The person's mail program sends it. */
export function Reply({ application, email, decisions, shelter }: Props) {
  const { id, status, order, toTell, isQuestion } = application;
  const handOver = order?.shipDate ?? null;
  const context = useContext(application, shelter);
  // Once the adoption is completed, the templates on the way there are no longer offered.
  const isOver = order !== null && order.status !== "open";
  const reply = useReply(id, context, isOver);
  const { template, text, hasReplaced, choose, beginWith, write, bringBack } = reply;
  /** The text that was to be sent with a gap. */
  const [stopped, setStopped] = useState<string | null>(null);
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

type SendProps = Pick<Props, "application" | "email" | "decisions"> & {
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
