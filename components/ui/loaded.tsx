import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadProblem } from "./load-problem";

type Props<T> = {
  /** What is loaded, as a sentence names it: "The keys". */
  what: string;
  query: UseQueryResult<T>;
  /** Stands in for it until then. */
  loading: ReactNode;
  children(data: T): ReactNode;
};

/** What a query has loaded, or that it is loading, or why it could not. */
export function Loaded<T>({ what, query: { data, error, refetch }, loading, children }: Props<T>) {
  if (data === undefined && !error) return loading;
  return (
    <>
      {error && <LoadProblem what={what} error={error} onRetry={refetch} stale={data !== undefined} />}
      {data !== undefined && children(data)}
    </>
  );
}
