"use client";

import { useEffect, useId, useRef, useState } from "react";
import { Button } from "./button";
import { copyText } from "./copy-text";
import { cx } from "./cx";
import { Textarea } from "./field";
import { actions, stack } from "./panel";

type Props = {
  label: string;
  value: string;
  hint: string;
  /** Something else to copy, such as a command that uses the secret. */
  more?: { label: string; value: string } | undefined;
  /** The label of the button that hides the secret. */
  done?: string;
  onDone(): void;
};

/** Shows a whole secret once, with a button that copies it. The caller decides where the focus goes afterwards. */
export function SecretOnce({ label, value, hint, more, done = "I have stored it", onDone }: Props) {
  return (
    <div className={stack}>
      <Copyable label={label} value={value} hint={hint} focused />
      {more && <Copyable label={more.label} value={more.value} />}
      <Button look="quiet" className="justify-self-start" onClick={onDone}>
        {done}
      </Button>
    </div>
  );
}

function Copyable({ label, value, hint, focused }: { label: string; value: string; hint?: string; focused?: boolean }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  // The secret gets the focus, so that a screen reader reads it, because it is shown only once.
  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);
  const copy = async () => setCopied(await copyText(value, field.current));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 wrap-anywhere">
      <label htmlFor={id}>{label}</label>
      <Textarea
        className="field-sizing-content resize-none border-green! bg-green-back font-mono text-sm break-all"
        id={id}
        ref={field}
        rows={2}
        readOnly
        value={value}
        aria-describedby={hint && `${id}-hint`}
        onFocus={(event) => event.target.select()}
        spellCheck={false}
      />
      {hint && (
        <p className="text-sm text-soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className={cx(actions, "min-h-target")}>
        <Button look={focused ? "primary" : "quiet"} onClick={copy} aria-label={focused ? undefined : `Copy: ${label}`}>
          Copy
        </Button>
        <span role="status">
          {copied === true && "Copied."}
          {copied === false && "It could not be copied automatically. It is selected above. Copy it by hand."}
        </span>
      </div>
    </div>
  );
}
