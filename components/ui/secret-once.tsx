import type { ReactNode } from "react";
import { Button } from "./button";
import { Copyable } from "./copyable";
import { SheetActions } from "./sheet";

type Props = {
  label: string;
  value: string;
  hint: string;
  /** Something else to copy, such as a command that uses the secret. */
  more?: { label: string; value: string } | undefined;
  /** The label of the button that hides the secret. */
  done?: string;
  onDone(): void;
  /** The text above that button. */
  children?: ReactNode;
};

/**
 * The content of a sheet that shows a secret in full once, each text beside a button that copies it. The caller decides
 * where the focus goes afterwards.
 */
export function SecretOnce({ label, value, hint, more, done = "I have stored it", onDone, children }: Props) {
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
