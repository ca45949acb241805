import { Button } from "./button";
import { Copyable } from "./copyable";
import { stack } from "./panel";

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

/** Shows a secret in full once, with a button that copies it. The caller decides where the focus goes afterwards. */
export function SecretOnce({ label, value, hint, more, done = "I have stored it", onDone }: Props) {
  return (
    <div className={stack}>
      <Copyable label={label} value={value} hint={hint} isSecret />
      {more && <Copyable label={more.label} value={more.value} />}
      <Button look="quiet" className="justify-self-start" onClick={onDone}>
        {done}
      </Button>
    </div>
  );
}
