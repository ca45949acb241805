"use client";

import { type ComponentProps, useEffect, useEffectEvent } from "react";
import { ApiError, isSignedOut, waitSecondsOf } from "@/lib/http/errors";
import { onRecovery } from "@/lib/http/retries";
import { useOnline } from "./browser";
import { Button, buttonClass } from "./button";
import { Countdown } from "./countdown";
import { Notice } from "./panel";

/**
 * Calls `action` each time the connection comes back: when the browser is online again, or when the service answers
 * after a lost answer.
 */
export function useWhenOnline(action: () => void): void {
  const callAction = useEffectEvent(action);
  useEffect(() => {
    const listen = () => callAction();
    window.addEventListener("online", listen);
    const stop = onRecovery(listen);
    return () => {
      window.removeEventListener("online", listen);
      stop();
    };
  }, []);
}

type Props = {
  /** What could not be loaded, as the subject of a sentence: "The animals". */
  what: string;
  error: Error | null;
  onRetry: () => unknown;
  /** Whether the URL names no page of the list. */
  isInvalid?: boolean;
  /** Whether older data is still shown below. */
  isStale?: boolean;
  /** The link to the first page, offered when the URL is not valid. */
  first?: ComponentProps<"a">;
};

const OFFLINE = "We try again when your connection is back.";

/** Says that something could not be loaded, and what to do about it. */
export function LoadProblem({ what, error, onRetry, isInvalid, isStale, first }: Props) {
  const isOnline = useOnline();
  useWhenOnline(() => void onRetry());
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
      {!namesNoPage && !needsSignIn && wait === null && <p>{isOnline ? whyNotLoaded(error) : OFFLINE}</p>}
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

/** Returns what is wrong and what helps, in words for people. The API's own message is for programs. */
function whyNotLoaded(error: Error | null): string {
  const { status, code } = error instanceof ApiError ? error : { status: 0, code: null };
  if (code === "password_required") return "Enter your password again to see this.";
  if (status === 403) return "You do not have permission to see this.";
  if (status === 404 || status === 410) return "It may have been removed.";
  if (status >= 500) return "We could not reach the service, or it has a problem. Please try again in a moment.";
  return "Please try again.";
}
