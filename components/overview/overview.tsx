"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { overviewQuery } from "@/lib/overview/client";
import { todayQuery } from "@/lib/overview/today";
import { rememberList } from "@/lib/tab-storage";
import { Loaded } from "../ui/load-problem";
import { Loading, Skeleton } from "../ui/loading";
import { Tiles, WaitingLongest, Weeks } from "./overview-parts";
import { Today } from "./today";

const overviewColumns = "grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,1fr)_21rem]";

export function Overview({ me }: { me: string }) {
  const query = useQuery(overviewQuery());
  const today = useQuery(todayQuery(me));
  const { fresh } = today.data ?? {};
  useEffect(() => {
    if (fresh) rememberList("/staff/applications", { href: "/staff", label: "Overview", entries: fresh });
  }, [fresh]);
  // The position of everything else depends on the list of today, so nothing is shown before that has arrived.
  if (today.isPending) return LOADING;
  return (
    <div className={overviewColumns}>
      <Loaded what="The list of what to do" query={today} loading={null}>
        {(data) => <Today today={data} me={me} />}
      </Loaded>
      <Loaded what="The overview" query={query} loading={LOADING}>
        {(overview) => (
          <>
            <Tiles overview={overview} />
            <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:col-span-2">
              <WaitingLongest pets={overview.waitingLongest} />
              <Weeks weeks={overview.weeks} />
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}

const LOADING = (
  <Loading>
    <Skeleton className="h-72 xl:col-span-2" />
  </Loading>
);
