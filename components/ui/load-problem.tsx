import type { ComponentProps } from "react";
import { ApiError, isSignedOut, toSentence } from "@/lib/http/errors";
import { Button } from "./button";
import { buttonClass } from "./button-class";
import { Countdown, waitSecondsOf } from "./countdown";
import { Notice } from "./panel";

type Props = {
  /** What could not be loaded, as the subject of a sentence: "The animals". */
  what: string;
  error: Error | null;
  onRetry: () => unknown;
  /** Whether the address names no page of the list. */
  isInvalid?: boolean;
  /** Whether older data is still shown below. */
  isStale?: boolean;
  /** The link to the first page, offered when the address is not valid. */
  first?: ComponentProps<"a">;
};

/** Shows that something could not be loaded, and what to do. */
export function LoadProblem({ what, error, onRetry, isInvalid, isStale, first }: Props) {
  const wait = waitSecondsOf(error);
  const needsSignIn = isSignedOut(error);
  const namesNoPage = isInvalid || (error instanceof ApiError && error.status === 400);
  return (
    <Notice role="alert">
      <p>
        {namesNoPage
          ? "This link is not valid."
          : isStale
            ? `${what} could not be updated. This is what was loaded before.`
            : `${what} could not be loaded.`}
      </p>
      <Countdown refusal={error} onDone={onRetry} />
      {needsSignIn && <p>You were signed out. Load the page again to sign in.</p>}
      {!namesNoPage && !needsSignIn && wait === null && error instanceof ApiError && <p>{toSentence(error)}</p>}
      {namesNoPage && first ? (
        <a className={buttonClass()} {...first}>
          Go to the first page
        </a>
      ) : (
        <Button onClick={() => (needsSignIn ? window.location.reload() : onRetry())}>
          {needsSignIn ? "Load the page again" : "Try again"}
        </Button>
      )}
    </Notice>
  );
}
