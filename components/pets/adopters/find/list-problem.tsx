import type { ComponentProps } from "react";
import { ApiError } from "@/lib/http/errors";
import { LoadProblem } from "../../../ui/load-problem";

type Props = {
  /** What happened: `invalid` if the URL names no page, `unavailable` if the server could not read it. */
  problem: "invalid" | "unavailable" | Error;
  onRetry: () => unknown;
  first: ComponentProps<"a">;
};

const UNAVAILABLE = new ApiError("unavailable", "The service is not available right now");

export function ListProblem({ problem, onRetry, first }: Props) {
  const error = problem instanceof Error ? problem : problem === "unavailable" ? UNAVAILABLE : null;
  return (
    <LoadProblem what="The animals" error={error} isInvalid={problem === "invalid"} onRetry={onRetry} first={first} />
  );
}
