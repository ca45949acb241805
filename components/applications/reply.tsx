import { useState } from "react";
import * as z from "zod/mini";
import { mailtoHref, REPLY_CHOICES, replyText } from "@/lib/applications/replies";
import type { Application } from "@/lib/applications/schema";
import { isolate } from "@/lib/bidi";
import { Button } from "../ui/button";
import { buttonClass } from "../ui/button-class";
import { cx } from "../ui/cx";
import { Field, Select, Textarea } from "../ui/field";
import { actions, panel, stack } from "../ui/panel";
import { useSessionState } from "../ui/use-session-state";

const Draft = z.object({ template: z.string(), text: z.string() });
const EMPTY = { template: "", text: "" };

/** A reply made from a template and edited. The mail program of the person sends it. */
export function Reply({ application, shelterName }: { application: Application; shelterName: string }) {
  const { id, name, email, petName } = application;
  const [{ template, text }, keep] = useSessionState(`applications.reply.${id}`, EMPTY, Draft);
  const [copied, setCopied] = useState<boolean | null>(null);
  const choose = (next: string) => {
    setCopied(null);
    if (next === "") return keep({ template: "", text });
    keep({ template: next, text: replyText(next, { applicantName: name, petName, shelterName }) });
  };
  const copy = async () =>
    setCopied(
      (await navigator.clipboard?.writeText(text).then(
        () => true,
        () => false,
      )) ?? false,
    );
  const subject = `Your application for ${isolate(petName)}`;
  return (
    <section className={cx(panel, stack)} aria-labelledby="reply-heading">
      <h2 id="reply-heading">Reply</h2>
      <Field id="template" label="Begin with">
        {(attributes) => (
          <Select {...attributes} value={template} onChange={({ target }) => choose(target.value)}>
            <option value="">Choose a text</option>
            {REPLY_CHOICES.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        id="reply"
        label="Your text"
        hint="The mail opens in your own mail program, with this text, and is sent from there: this site keeps no copy. Your draft stays in this tab."
      >
        {(attributes) => (
          <Textarea
            {...attributes}
            dir="auto"
            rows={text === "" ? 4 : 12}
            value={text}
            onChange={({ target }) => {
              setCopied(null);
              keep({ template, text: target.value });
            }}
          />
        )}
      </Field>
      <div className={actions}>
        <a className={buttonClass("quiet")} href={mailtoHref(email, subject, text)}>
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
    </section>
  );
}
