import { ApiError, isCertain, isSignedOut, toSentence } from "@/lib/http/errors";
import { Countdown } from "../ui/countdown";
import { FormMessage } from "../ui/field";
import { SignInForm } from "./sign-in-form";

type Props = {
  /** The id of the form to sign in again. */
  id: string;
  /** What was thrown, or null. */
  error: unknown;
  /** What did not happen, in a sentence: for a certain refusal. */
  what: string;
  /** What is not known, and what to do, in sentences: for a lost response. */
  unknown: string;
  /** Whether the result is not known; by default, this depends on the error. */
  isInDoubt?: boolean;
  /** Called after the wait that a 429 asks for. */
  onWaited?: () => void;
  onSignedIn(): void;
};

/** The API names its own fields when it refuses what was entered, so these words take the place of its sentence. */
function reasonOf(error: unknown): string {
  const isInput = error instanceof ApiError && error.status === 400;
  return isInput ? "Something that was entered is not accepted. Check every field, then try again." : toSentence(error);
}

/** Explains why a request failed and offers what to do next: a countdown, or a sign-in form. */
export function Refusal({ id, error, what, unknown, isInDoubt, onWaited, onSignedIn }: Props) {
  const doubt = isInDoubt ?? (error !== null && !isCertain(error));
  const reason = error === null ? "" : reasonOf(error);
  return (
    <>
      <FormMessage kind="problem" role="alert">
        {isSignedOut(error) ? (
          <p>You were signed out. Sign in below, then try again: nothing you typed is lost.</p>
        ) : doubt ? (
          <p>
            {reason} {unknown}
          </p>
        ) : (
          error !== null && (
            <p>
              {what} {reason}
            </p>
          )
        )}
        {onWaited && <Countdown refusal={error} onDone={onWaited} />}
      </FormMessage>
      {isSignedOut(error) && <SignInForm id={id} title="Sign in again" onSignedIn={onSignedIn} />}
    </>
  );
}
