import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { LoadProblem } from "./load-problem";

type Props<T> = {
  /** What is loaded, as the subject of a sentence: "The keys". */
  what: string;
  query: UseQueryResult<T>;
  /** Shown while it is loading. */
  loading: ReactNode;
  children(data: T): ReactNode;
};

/** Shows the data of a query, that it is loading, or why it failed. */
export function Loaded<T>({ what, query: { data, error, refetch }, loading, children }: Props<T>) {
  if (data === undefined && !error) return loading;
  return (
    <>
      {error && <LoadProblem what={what} error={error} onRetry={refetch} isStale={data !== undefined} />}
      {data !== undefined && children(data)}
    </>
  );
}
