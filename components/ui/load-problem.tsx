"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { ApiError, isSignedOut, waitSecondsOf } from "@/lib/http/errors";
import { onRecovery } from "@/lib/http/retries";
import { timeWords } from "@/lib/values/time-words";
import { subscribeTo, useOnline } from "./browser";
import { Button, buttonClass } from "./button";
import { LoadingRows } from "./loading";
import { Notice } from "./panel";

/** Calls `action` when the browser is online again, and when the service answers after a lost answer. */
export function useWhenOnline(action: () => void): void {
  const callAction = useEffectEvent(action);
  useEffect(() => {
    const listen = () => callAction();
    const stops = [subscribeTo("online")(listen), onRecovery(listen)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

type Props = {
  refusal: unknown;
  /** Null for no wait. The default is what a 429 asks for. */
  seconds?: number | null;
  reason?: string;
  /** Tries again, unless the person has to, because the action should not happen unseen. */
  onDone?: (() => void) | undefined;
};

export function Countdown({ refusal, seconds = waitSecondsOf(refusal), reason = "Too many requests.", onDone }: Props) {
  const [left, setLeft] = useState(seconds);
  const done = useEffectEvent(() => onDone?.());
  // Each refusal starts a new wait, even if it equals the one before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    setLeft(seconds);
    if (seconds === null) return;
    const end = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      done();
    }, 250);
    return () => clearInterval(timer);
  }, [refusal, seconds]);
  if (left === null) return null;
  if (left === 0 && !onDone) return <p role="status">You can try again now.</p>;
  return (
    <p>
      {reason} {onDone ? "Trying again in" : "You can try again in"}{" "}
      <span role="timer" aria-live="off">
        {timeWords(left)}
      </span>
      .
    </p>
  );
}

type LoadProblemProps = {
  /** The subject of a sentence: "The animals". */
  what: string;
  error: Error | null;
  onRetry: () => unknown;
  isStale?: boolean;
  first?: ComponentProps<"a">;
};

const OFFLINE = "We try again when your connection is back.";

export function LoadProblem({ what, error, onRetry, isStale, first }: LoadProblemProps) {
  const isOnline = useOnline();
  useWhenOnline(() => void onRetry());
  const wait = waitSecondsOf(error);
  const needsSignIn = isSignedOut(error);
  const namesNoPage = error instanceof ApiError && error.status === 400;
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

/** The API's own message is for programs. */
function whyNotLoaded(error: Error | null): string {
  const { status, code } = error instanceof ApiError ? error : { status: 0, code: null };
  if (code === "password_required") return "Enter your password again to see this.";
  if (status === 403) return "You do not have permission to see this.";
  if (status === 404 || status === 410) return "It may have been removed.";
  if (status >= 500) return "We could not reach the service, or it has a problem. Please try again in a moment.";
  return "Please try again.";
}

type LoadedProps<T> = {
  /** The subject of a sentence: "The keys". */
  what: string;
  query: UseQueryResult<T>;
  loading?: ReactNode;
  children(data: T): ReactNode;
};

export function Loaded<T>({ what, query, loading = <LoadingRows />, children }: LoadedProps<T>) {
  const { data, error, refetch } = query;
  if (data === undefined && !error) return loading;
  return (
    <>
      {error && <LoadProblem what={what} error={error} onRetry={refetch} isStale={data !== undefined} />}
      {data !== undefined && children(data)}
    </>
  );
}
