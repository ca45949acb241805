"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { rememberList } from "@/lib/last-list";
import { overviewQuery, todayQuery } from "@/lib/overview/queries";
import type { Overview as Data } from "@/lib/overview/schema";
import { Loaded } from "../ui/loading/loaded";
import { LoadingNumbers, LoadingOverview } from "./loading-overview";
import { MissingParts } from "./missing-parts";
import { overviewColumns } from "./overview-columns";
import { Tiles } from "./tiles";
import { Today } from "./today";
import { WaitingLongest } from "./waiting-longest";
import { Weeks } from "./weeks";

/** What a person has to do, and how the shelter is doing. */
export function Overview({ me }: { me: string }) {
  const query = useQuery(overviewQuery());
  const today = useQuery(todayQuery(me));
  const { fresh } = today.data ?? {};
  useEffect(() => {
    if (fresh) rememberList("/staff/applications", { href: "/staff", label: "Overview", entries: fresh });
  }, [fresh]);
  // The position of everything else depends on the list of today, so nothing is shown before that has arrived.
  if (today.isPending) return <LoadingOverview />;
  return (
    <div className={overviewColumns}>
      <Loaded what="Today’s list" query={today} loading={null}>
        {(data) => <Today today={data} me={me} />}
      </Loaded>
      <Loaded what="The overview" query={query} loading={<LoadingNumbers />}>
        {(overview) => <Parts overview={overview} />}
      </Loaded>
    </div>
  );
}

function Parts({ overview }: { overview: Data }) {
  return (
    <>
      <Tiles overview={overview} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:col-span-2">
        <WaitingLongest pets={overview.waitingLongest} />
        <MissingParts lacking={overview.lacking} />
        <Weeks weeks={overview.weeks} />
      </div>
    </>
  );
}
