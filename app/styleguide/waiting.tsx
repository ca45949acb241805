import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/buttons/button";
import { LoadProblem } from "@/components/ui/loading/load-problem";
import { Loaded } from "@/components/ui/loading/loaded";
import { LoadingCards, LoadingRows } from "@/components/ui/loading/loading";
import { OfflineLine } from "@/components/ui/loading/offline-banner";
import { useProgress } from "@/components/ui/navigation/progress-bar";
import { Notice } from "@/components/ui/style/panel";
import { ApiError } from "@/lib/http/errors";
import { Providers } from "../providers";
import { BUSY } from "./busy";
import { Part } from "./part";

/** The outcomes of a request: data, or an error. */
const OUTCOMES: Readonly<Record<string, string[] | Error>> = {
  loaded: ["Olive", "Biscuit"],
  empty: [],
  failed: new ApiError("unavailable", "Away"),
  "after a 429": BUSY,
  "signed out": new ApiError("unauthorized", "No longer"),
};
const FIRST = { href: "/styleguide" };
const nothing = () => {};

/** What is shown while something loads, and when it fails. */
export function Waiting() {
  const [busy, setBusy] = useState(false);
  useProgress(busy);
  return (
    <Part title="Waiting and failing">
      <Button look="quiet" onClick={() => setBusy(!busy)}>
        {busy ? "Stop the progress" : "Show progress at the top"}
      </Button>
      <OfflineLine />
      <Providers>
        {Object.entries(OUTCOMES).map(([name, outcome]) => (
          <Outcome key={name} name={name} outcome={outcome} />
        ))}
      </Providers>
      <LoadProblem what="The animals" error={BUSY} isStale onRetry={nothing} />
      <LoadProblem what="The animals" error={null} isInvalid first={FIRST} onRetry={nothing} />
      <LoadingRows />
      <LoadingCards />
    </Part>
  );
}

function Outcome({ name, outcome }: { name: string; outcome: string[] | Error }) {
  const query = useQuery({
    queryKey: ["guide", name],
    queryFn: async () => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    retry: false,
  });
  return (
    <Loaded what={`The animals (${name})`} query={query} loading={<LoadingRows />}>
      {(names) => <Notice>{names.length === 0 ? "No animals yet." : names.join(", ")}</Notice>}
    </Loaded>
  );
}
