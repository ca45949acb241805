"use client";

import { useMemo, useRef } from "react";
import type { FormValues } from "@/lib/applications/send/form";
import { copyText } from "../../ui/browser/copy-text";
import { Button } from "../../ui/buttons/button";
import { Textarea } from "../../ui/forms/field";
import { useCopied } from "../../ui/hooks/use-copied";
import { useHydrated } from "../../ui/hooks/use-hydrated";
import { cx } from "../../ui/style/cx";
import { needsScripts } from "../../ui/style/needs-scripts";
import { actions, panel, stack } from "../../ui/style/panel";
import { readDraft } from "./use-application-draft";

type Props = {
  petId: bigint;
  /** A form that was sent without JavaScript. */
  returned: FormValues | null;
};

const FIELD = "unsent-text";

/** What a visitor typed for an animal that nobody can apply for any more, to be read and copied. */
export function UnsentText({ petId, returned }: Props) {
  const isHydrated = useHydrated();
  const draft = useMemo(() => (isHydrated ? readDraft(petId) : null), [isHydrated, petId]);
  const values = returned ?? draft?.values;
  // After a lost answer, nobody knows whether it has arrived.
  const isUnsent = returned !== null || draft?.attempt === null;
  const field = useRef<HTMLTextAreaElement>(null);
  const [isCopied, setCopied] = useCopied();
  const text = values ? textOf(values) : "";
  if (text === "") return null;
  return (
    <section aria-labelledby="unsent-heading" className={cx(panel, stack)}>
      <h2 id="unsent-heading">
        <label htmlFor={FIELD}>What you wrote</label>
      </h2>
      <p className="-mt-2 max-w-prose text-soft">
        {isUnsent ? "It was not sent." : "We do not know whether it has arrived."} Copy it if you want to keep it,
        perhaps for another animal.
      </p>
      <Textarea
        id={FIELD}
        ref={field}
        readOnly
        dir="auto"
        rows={5}
        className="field-sizing-content max-h-80 max-w-prose"
        value={text}
      />
      <div className={cx(actions, needsScripts)}>
        <Button look="quiet" onClick={async () => setCopied(await copyText(text, field.current))}>
          Copy
        </Button>
        <span role="status">
          {isCopied === true && "Copied."}
          {isCopied === false && "It could not be copied. It is selected above."}
        </span>
      </div>
    </section>
  );
}

/** Returns what was written about the person and the home. Name and addresses are quickly typed again. */
function textOf({ message, home, otherPets }: FormValues): string {
  const parts = [message, home && `Home: ${home}`, otherPets && `Other pets: ${otherPets}`];
  return parts.filter((part) => part.trim() !== "").join("\n\n");
}
