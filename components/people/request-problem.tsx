import { type ReactNode, useEffect, useId, useRef } from "react";
import { type FieldValues, FormProvider } from "react-hook-form";
import { isCertain, isSignedOut, waitSecondsOf } from "@/lib/http/errors";
import { refusalWords } from "@/lib/http/refusal-words";
import { Button } from "../ui/button";
import { FormMessage } from "../ui/field";
import { Countdown } from "../ui/load-problem";
import { stack } from "../ui/panel";
import type { useRequestForm } from "../ui/request-form";
import { SheetActions } from "../ui/sheet";
import { SignInForm } from "./sign-in-form";

type Props = {
  error: unknown;
  /** What was not done, as a sentence. Used when the request was certainly refused. */
  notDone?: string | undefined;
  /** What is unknown, and what to do, as sentences. Used after a lost answer. */
  inDoubt?: string | undefined;
  /** Whether the outcome is unknown. By default, this depends on the error. */
  isInDoubt?: boolean;
  /** Called after the wait that a 429 asks for. If it is left out, people are told when they can try again. */
  onWaited?: () => void;
  onSignedIn(): void;
};

/** Returns why a request failed, as a sentence. For a 429, the countdown says everything. */
const reasonOf = (error: unknown) => (waitSecondsOf(error) === null ? refusalWords(error) : "");

/** Explains why a request failed and offers what to do next: a countdown, or a sign-in form. */
export function RequestProblem({
  error,
  notDone = "Nothing was changed.",
  inDoubt = "We do not know whether it was done. Try again: nothing happens twice.",
  isInDoubt,
  onWaited,
  onSignedIn,
}: Props) {
  const id = useId();
  const hasDoubt = isInDoubt ?? (error !== null && !isCertain(error));
  const reason = error === null ? "" : reasonOf(error);
  const message = useRef<HTMLDivElement>(null);
  // In a long sheet, the message may be out of view.
  useEffect(() => {
    if (error !== null) message.current?.scrollIntoView({ block: "nearest" });
  }, [error]);
  return (
    <>
      <FormMessage ref={message} kind="problem" role="alert">
        {isSignedOut(error) ? (
          <p>You were signed out. Sign in below, then try again: nothing you typed is lost.</p>
        ) : hasDoubt ? (
          <p>
            {reason} {inDoubt}
          </p>
        ) : (
          error !== null && (
            <p>
              {notDone} {reason}
            </p>
          )
        )}
        <Countdown refusal={error} onDone={onWaited} />
      </FormMessage>
      {isSignedOut(error) && <SignInForm id={id} title="Sign in again" onSignedIn={onSignedIn} />}
    </>
  );
}

type FormProps<Values extends FieldValues> = Pick<Props, "notDone" | "inDoubt"> & {
  request: ReturnType<typeof useRequestForm<Values>>;
  /** In a sheet, the button is in its bar. */
  isSheet?: boolean;
  look?: "primary" | "quiet";
  label: string;
  busyLabel?: string;
  children: ReactNode;
};

/** A form: its fields (`FormField`), its button, and what went wrong. */
export function RequestForm<Values extends FieldValues>({
  request,
  isSheet = false,
  look = "primary",
  label,
  busyLabel = "Saving…",
  children,
  ...texts
}: FormProps<Values>) {
  const id = useId();
  const button = (
    <Button
      type="submit"
      form={id}
      look={look}
      busy={request.isSending}
      {...(look === "quiet" && { className: "justify-self-start" })}
    >
      {request.isSending ? busyLabel : label}
    </Button>
  );
  return (
    <>
      <FormProvider {...request.form}>
        <form id={id} {...request.attributes} onChange={request.onEdit} className={stack}>
          {children}
          {!isSheet && button}
        </form>
      </FormProvider>
      <RequestProblem {...request.problem} {...texts} />
      {isSheet && <SheetActions>{button}</SheetActions>}
    </>
  );
}
