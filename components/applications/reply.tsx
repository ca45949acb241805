import { useSearchParams } from "next/navigation";
import { type MouseEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { findGap, fittingReply, mailtoHref, REPLY_PARAM, replyChoices } from "@/lib/applications/replies";
import type { Application } from "@/lib/applications/schema";
import { sentTitle } from "@/lib/applications/sent-words";
import { isolate } from "@/lib/bidi";
import { Button } from "../ui/button";
import { buttonClass } from "../ui/button-class";
import { copyText } from "../ui/copy-text";
import { cx } from "../ui/cx";
import { Field, Select, Textarea } from "../ui/field";
import { actions, panel, stack } from "../ui/panel";
import { OnceSent } from "./mark-answered";
import { type Decisions, TOLD } from "./use-decisions";
import { useReply } from "./use-reply";

/** The id of the text area of the reply. */
export const REPLY_ID = "reply";

type Props = { application: Application; decisions: Decisions; shelterName: string };

/** A reply, made from a template and edited. The person's mail program sends it. */
export function Reply({ application, decisions, shelterName }: Props) {
  const { id, name, email, petName, isQuestion, status, order, toTell } = application;
  const context = { applicantName: name, petName, shelterName, isQuestion, handOver: order?.shipDate ?? null };
  // Once the adoption is completed, the templates for earlier steps are no longer offered.
  const isOver = order !== null && order.status !== "open";
  const { template, text, hasReplaced, choose, beginWith, write, bringBack } = useReply(id, context, isOver);
  const [copied, setCopied] = useState<boolean | null>(null);
  const [isStopped, setStopped] = useState(false);
  const [isOpened, setOpened] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const choices = isOver ? [] : replyChoices(status, isQuestion);
  const gap = findGap(text);
  useChosenByUrl(text === "" ? choices : [], choose);
  useNews(`${status} ${toTell} ${context.handOver}`, () => beginWith(fittingReply(status, toTell, template)));
  /**
   * Does not open an e-mail with a gap. Instead, the gap is selected, so that typing replaces it. Opening the e-mail
   * counts as telling the applicant.
   */
  const openMail = (event: MouseEvent) => {
    if (!gap) {
      setOpened(true);
      if (toTell && text.trim() !== "") void decisions.decide({ toTell: false }, TOLD);
      return;
    }
    event.preventDefault();
    setStopped(true);
    field.current?.focus();
    field.current?.setSelectionRange(gap.start, gap.start + gap.gap.length);
  };
  const change = (changed: () => void) => {
    setCopied(null);
    setStopped(false);
    changed();
  };
  return (
    <section className={cx(panel, stack)} aria-labelledby="reply-heading">
      <h2 id="reply-heading">Reply</h2>
      {choices.length > 0 && (
        <Template choices={choices} template={template} onChoose={(next) => change(() => choose(next))} />
      )}
      {hasReplaced && (
        <div role="status" className={actions}>
          <p>Another text has replaced yours.</p>
          <Button look="quiet" onClick={() => change(bringBack)}>
            Restore my text
          </Button>
        </div>
      )}
      <Field
        id={REPLY_ID}
        label="Your text"
        hint="The e-mail opens in your own mail program, with this text, and is sent from there: this site keeps no copy. Your draft stays in this tab."
        error={isStopped && gap ? `Replace “${gap.gap}” first` : undefined}
      >
        {(attributes) => (
          <Textarea
            {...attributes}
            ref={field}
            dir="auto"
            rows={text === "" ? 4 : 12}
            value={text}
            onChange={({ target }) => change(() => write(target.value))}
          />
        )}
      </Field>
      {gap && !isStopped && <p className="text-sm text-amber">Still to be filled in: “{gap.gap}”.</p>}
      <div className={actions}>
        <a
          className={buttonClass("quiet")}
          href={mailtoHref(email, sentTitle(isQuestion, isolate(petName)), text)}
          onClick={openMail}
        >
          Open in my mail program
        </a>
        <Button look="quiet" onClick={async () => setCopied(await copyText(text, field.current))}>
          Copy the text
        </Button>
        <span role="status">
          {copied === true && "Copied."}
          {copied === false && "It could not be copied. Select the text and copy it by hand."}
        </span>
      </div>
      {(isOpened || copied) && <OnceSent application={application} decisions={decisions} />}
    </section>
  );
}

/** Calls back when what is known changes while the page is open. */
function useNews(known: string, onNews: () => void): void {
  const before = useRef(known);
  const tell = useEffectEvent(onNews);
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

type TemplateProps = { choices: ReturnType<typeof replyChoices>; template: string; onChoose(id: string): void };

function Template({ choices, template, onChoose }: TemplateProps) {
  const id = useId();
  const isOffered = choices.some((choice) => choice.id === template);
  return (
    <Field id={id} label="Start from a template">
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
