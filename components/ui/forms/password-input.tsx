import { type ComponentPropsWithRef, useState } from "react";
import { cx } from "../style/cx";
import { Input } from "./field";

/** A field for a password, with a button that shows what is typed. */
export function PasswordInput({ className, ...attributes }: Omit<ComponentPropsWithRef<"input">, "type">) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        {...attributes}
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={cx("pe-20", className)}
      />
      <button
        type="button"
        className="absolute inset-y-0 end-0 min-w-target cursor-pointer rounded-control px-3.5 text-sm font-semibold text-accent transition hover:bg-hover hover:text-accent-hover active:bg-pressed"
        onClick={() => setShown(!isShown)}
      >
        {isShown ? "Hide" : "Show"}
        <span className="sr-only"> password</span>
      </button>
    </div>
  );
}
