import type { ComponentProps } from "react";
import { ApiError } from "@/lib/errors";
import { Countdown } from "./countdown";

/** What a 429 without a Retry-After is waited for, in seconds. */
const DEFAULT_WAIT = 30;

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

/** How long a refusal asks to wait, in seconds; null when it is none of those. */
export function waitOf(error: Error | null): number | null {
  if (!(error instanceof ApiError) || error.status !== 429) return null;
  return Math.max(1, Number(error.headers["retry-after"]) || DEFAULT_WAIT);
}

/** Says that something could not be loaded, and what to do. */
export function LoadProblem({ what, error, onRetry, invalid, stale, first }: Props) {
  const wait = waitOf(error);
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
      {wait !== null && <Countdown key={String(error)} seconds={wait} onDone={onRetry} />}
      {!isInvalid && wait === null && error instanceof ApiError && <p>{error.message}</p>}
      {isInvalid && first ? (
        <a className="button" {...first}>
          Go to the first page
        </a>
      ) : (
        <button className="button" type="button" onClick={() => onRetry()}>
          Try again
        </button>
      )}
    </div>
  );
}
