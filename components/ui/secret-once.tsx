import { useEffect, useRef, useState } from "react";
import { Button } from "./button";
import { copyText } from "./copy-text";
import { cx } from "./cx";
import { Input } from "./field";
import { actions, panel } from "./panel";

type Props = { id: string; label: string; value: string; hint: string; onDone(): void };

/** Shows a secret once, with a button that copies it. */
export function SecretOnce({ id, label, value, hint, onDone }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  // It is shown only once, so it gets the focus, and a screen reader reads it.
  useEffect(() => field.current?.focus(), []);
  const copy = async () => setCopied(await copyText(value, field.current));

  return (
    <section className={cx(panel, "mt-4 grid gap-2 border-green")} aria-labelledby={`${id}-label`}>
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <Input
        className="font-mono text-sm"
        id={id}
        ref={field}
        readOnly
        value={value}
        aria-describedby={`${id}-hint`}
        onFocus={(event) => event.target.select()}
        spellCheck={false}
      />
      <p className="text-sm text-soft" id={`${id}-hint`}>
        {hint}
      </p>
      <div className={actions}>
        <Button onClick={copy}>Copy</Button>
        <Button look="quiet" onClick={onDone}>
          I have stored it
        </Button>
        <span role="status">
          {copied === true && "Copied."}
          {copied === false && "It could not be copied automatically. It is selected above; copy it by hand."}
        </span>
      </div>
    </section>
  );
}
