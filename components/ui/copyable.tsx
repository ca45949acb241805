"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./button";
import { useCopy } from "./copy";
import { Textarea } from "./field";
import { SheetActions } from "./sheet";

type Props = {
  label: string;
  value: string;
  hint?: string | undefined;
  /** A secret gets the focus, so that a screen reader reads it. */
  isSecret?: boolean;
};

function Copyable({ label, value, hint, isSecret = false }: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { copied, copy } = useCopy(value);
  useEffect(() => {
    if (isSecret) field.current?.focus();
  }, [isSecret]);
  const verb = copied ? "Copied" : "Copy";
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 wrap-anywhere">
      <label htmlFor={id}>{label}</label>
      <div className="flex items-start gap-2.5">
        <Textarea
          className="field-sizing-content min-w-0 flex-1 resize-none break-all border-green! bg-green-back font-mono text-sm"
          id={id}
          ref={field}
          rows={2}
          readOnly
          value={value}
          aria-describedby={hint && `${id}-hint`}
          onFocus={(event) => event.target.select()}
          spellCheck={false}
        />
        <Button
          look="quiet"
          className="min-w-22 shrink-0 px-3!"
          onClick={() => void copy(field.current)}
          aria-label={isSecret ? undefined : `${verb}: ${label}`}
        >
          {verb}
        </Button>
      </div>
      {hint && (
        <p className="text-sm text-soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p role="status" className={copied === false ? "text-sm" : "sr-only"}>
        {copied === true && "Copied."}
        {copied === false && "It could not be copied automatically. It is selected above. Copy it by hand."}
      </p>
    </div>
  );
}

type SecretOnceProps = {
  label: string;
  value: string;
  hint: string;
  more?: { label: string; value: string } | undefined;
  done?: string;
  onDone(): void;
  children?: ReactNode;
};

/** The content of a sheet that shows a secret once. The caller moves the focus afterwards. */
export function SecretOnce({ label, value, hint, more, done = "I have stored it", onDone, children }: SecretOnceProps) {
  return (
    <>
      <Copyable label={label} value={value} hint={hint} isSecret />
      {more && <Copyable label={more.label} value={more.value} />}
      {children}
      <SheetActions cancel={null}>
        <Button onClick={onDone}>{done}</Button>
      </SheetActions>
    </>
  );
}
