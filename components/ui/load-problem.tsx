import type { ComponentProps } from "react";
import { ApiError, isSignedOut } from "@/lib/http/errors";
import { Countdown, waitOf } from "./countdown";

type Props = {
  /** What could not be loaded, as a sentence names it: "The animals". */
  what: string;
  error: Error | null;
  onRetry: () => unknown;
  /** The address names a page that cannot exist. */
  invalid?: boolean;
  /** Older data is still shown below. */
  stale?: boolean;
  first?: ComponentProps<"a">;
};

/** Says that something could not be loaded, and what to do. */
export function LoadProblem({ what, error, onRetry, invalid, stale, first }: Props) {
  const wait = waitOf(error);
  const signedOut = isSignedOut(error);
  const isInvalid = invalid || (error instanceof ApiError && error.status === 400);
  return (
    <div className="notice" role="alert">
      <p>
        {isInvalid
          ? "This link does not lead to a page of the list."
          : stale
            ? "This list could not be brought up to date."
            : `${what} could not be loaded.`}
      </p>
      <Countdown refusal={error} onDone={onRetry} />
      {signedOut && <p>You were signed out. Loading the page again leads to the sign-in.</p>}
      {!isInvalid && !signedOut && wait === null && error instanceof ApiError && <p>{error.message}</p>}
      {isInvalid && first ? (
        <a className="button" {...first}>
          Go to the first page
        </a>
      ) : (
        <button className="button" type="button" onClick={() => (signedOut ? window.location.reload() : onRetry())}>
          {signedOut ? "Load the page again" : "Try again"}
        </button>
      )}
    </div>
  );
}
