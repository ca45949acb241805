import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadProblem } from "./states";

type Props<T> = { what: string; query: UseQueryResult<T>; children(data: T): ReactNode };

/** What a query has loaded, or that it is loading, or why it could not. */
export function Loaded<T>({ what, query: { data, error, refetch }, children }: Props<T>) {
  if (data === undefined && !error) return <p role="status">Loading…</p>;
  return (
    <>
      {error && <LoadProblem what={what} error={error} onRetry={refetch} stale={data !== undefined} />}
      {data !== undefined && children(data)}
    </>
  );
}
