import { queryOptions } from "@tanstack/react-query";
import { fetchAdopters, fetchApplications } from "../applications/client";
import type { ApplicationSummary } from "../applications/schema";
import { callApi } from "../http/client";
import { pollEvery, QUERY_ROOTS } from "../http/query-client";
import { fetchNextHandOvers } from "../orders/client";
import { dueOf } from "../orders/hand-over";
import { fetchPetsById, idsOf } from "../pets/client";
import { MINUTE_MS } from "../values/time";
import { Overview } from "./schema";

async function fetchOverview(signal?: AbortSignal): Promise<Overview> {
  return (await callApi("/v1/overview", Overview, { signal })).data;
}

export type DueHandOver = {
  id: bigint;
  petId: bigint;
  petName: string;
  /** Null when the adoption was opened without an application. */
  adopter: string | null;
  shipDate: string;
  isOverdue: boolean;
};

/** An applicant to tell. `isPetAvailable` says that the animal that somebody else had adopted is available again. */
export type Untold = ApplicationSummary & { isPetAvailable: boolean };

export type Today = {
  /** The earliest first. */
  handOvers: DueHandOver[];
  /** How many open adoptions have no day yet, among those that are read. */
  withoutDay: number;
  /** The new applications, and those that this person handles: those that have waited longest first. */
  fresh: ApplicationSummary[];
  mine: ApplicationSummary[];
  toTell: Untold[];
};

async function fetchToday(me: string, signal: AbortSignal): Promise<Today> {
  const oldest = async (params: Parameters<typeof fetchApplications>[0]) =>
    (await fetchApplications({ ...params, sort: "oldest" }, signal)).applications;
  const [open, toTell, fresh, ...mine] = await Promise.all([
    fetchHandOvers(new Date(), signal),
    oldest({ toTell: "true" }).then((applications) => withPets(applications, signal)),
    oldest({ status: "new" }),
    oldest({ status: "talking", handledBy: me }),
    oldest({ status: "visit", handledBy: me }),
  ]);
  const byArrival = (one: ApplicationSummary, other: ApplicationSummary) =>
    Date.parse(one.createdAt) - Date.parse(other.createdAt);
  return { ...open, toTell, fresh, mine: mine.flat().sort(byArrival) };
}

async function withPets(applications: ApplicationSummary[], signal: AbortSignal): Promise<Untold[]> {
  const ids = idsOf(applications.map(({ status, petId }) => (status === "declined" ? petId : null)));
  const pets = ids === "" ? [] : await fetchPetsById(ids, signal);
  const available = new Set(pets.filter(({ status }) => status === "available").map(({ id }) => id));
  return applications.map((one) => ({ ...one, isPetAvailable: available.has(one.petId) }));
}

async function fetchHandOvers(now: Date, signal: AbortSignal): Promise<Pick<Today, "handOvers" | "withoutDay">> {
  const orders = await fetchNextHandOvers(signal);
  const due = orders.flatMap(({ id, petId, shipDate }) => {
    const when = dueOf(shipDate, now);
    return shipDate !== null && (when === "overdue" || when === "today")
      ? [{ id, petId, shipDate, isOverdue: when === "overdue" }]
      : [];
  });
  const withoutDay = orders.filter(({ shipDate }) => shipDate === null).length;
  if (due.length === 0) return { handOvers: [], withoutDay };
  const [pets, adopters] = await Promise.all([
    fetchPetsById(idsOf(due.map(({ petId }) => petId)), signal),
    fetchAdopters({ orderIds: idsOf(due.map(({ id }) => id)) }, signal),
  ]);
  const handOvers = due.map((one) => ({
    ...one,
    petName: pets.find(({ id }) => id === one.petId)?.name ?? `Animal ${one.petId}`,
    adopter: adopters.find(({ orderId }) => orderId === one.id)?.name ?? null,
  }));
  return { handOvers, withoutDay };
}

/** The query keys of this slice. Refetching the overview also refetches the list of today, which has a longer key. */
const overviewKeys = {
  all: QUERY_ROOTS.overview,
  today: (me: string) => [...QUERY_ROOTS.overview, "today", me] as const,
};

const everyMinute = {
  staleTime: MINUTE_MS / 2,
  ...pollEvery(MINUTE_MS),
};

export function overviewQuery() {
  return queryOptions({
    queryKey: overviewKeys.all,
    queryFn: ({ signal }) => fetchOverview(signal),
    ...everyMinute,
  });
}

export function todayQuery(me: string) {
  return queryOptions({
    queryKey: overviewKeys.today(me),
    queryFn: ({ signal }) => fetchToday(me, signal),
    ...everyMinute,
  });
}
