"use client";

import { useQuery } from "@tanstack/react-query";
import { overviewQuery } from "@/lib/overview/queries";
import type { Overview as Data } from "@/lib/overview/schema";
import { Loaded } from "../ui/loaded";
import { Lacking } from "./lacking";
import { LoadingOverview } from "./loading-overview";
import { Tiles } from "./tiles";
import { WaitingLongest } from "./waiting-longest";
import { Weeks } from "./weeks";

/** What the shelter has to do, and how it is doing. */
export function Overview() {
  const query = useQuery(overviewQuery());
  return (
    <Loaded what="The overview" query={query} loading={<LoadingOverview />}>
      {(overview) => <Parts overview={overview} />}
    </Loaded>
  );
}

function Parts({ overview }: { overview: Data }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Tiles overview={overview} />
      <Weeks weeks={overview.weeks} />
      <WaitingLongest pets={overview.waitingLongest} />
      <Lacking lacking={overview.lacking} />
    </div>
  );
}
