import type { ComponentPropsWithRef } from "react";
import { Link } from "../navigation/link";
import { buttonClass, type Look } from "../style/button-class";

type ButtonProps = ComponentPropsWithRef<"button"> & { look?: Look; busy?: boolean };

/** A button. While it is busy it keeps the focus, so its handler has to ignore further clicks. */
export function Button({ look, busy, className, type = "button", ...attributes }: ButtonProps) {
  return <button type={type} aria-disabled={busy} className={buttonClass(look, className)} {...attributes} />;
}

/** A link that looks like a button, for the next step. */
export function ButtonLink({ look, className, ...attributes }: ComponentPropsWithRef<typeof Link> & { look?: Look }) {
  return <Link className={buttonClass(look, className)} {...attributes} />;
}
