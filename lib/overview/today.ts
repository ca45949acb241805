import { queryOptions } from "@tanstack/react-query";
import { fetchAdopters, fetchApplications } from "../applications/client";
import type { ApplicationSummary } from "../applications/schema";
import { QUERY_ROOTS } from "../http/query-client";
import { fetchNextHandOvers } from "../orders/client";
import { dueOf, fromLocalFields, isWithinWeek, sortTimeOf } from "../orders/hand-over";
import { adoptionsHref } from "../orders/params";
import { fetchPetsById, idsOf } from "../pets/client";
import { MAX_PAGE_SIZE } from "../values/schemas";
import { everyMinute } from "./client";

/** A hand-over, or a visit, which has no order. */
export type Planned = {
  /** As the `shipDate` of an order. */
  at: string;
  href: string;
  petId: bigint;
  petName: string;
  /** Null when the adoption was opened without an application. */
  person: string | null;
  orderId: bigint | null;
};

/** An applicant to tell. `isPetAvailable` says that the animal that somebody else had adopted is available again. */
export type Untold = ApplicationSummary & { isPetAvailable: boolean };

export type Today = {
  /** The hand-overs that are overdue, and what is planned for today and the next seven days: the earliest first. */
  planned: Planned[];
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
  const now = new Date();
  const [{ handOvers, withoutDay }, toTell, fresh, talking, visiting] = await Promise.all([
    fetchHandOvers(now, signal),
    oldest({ toTell: "true" }).then((applications) => withPets(applications, signal)),
    oldest({ status: "new" }),
    oldest({ status: "talking", handledBy: me }),
    oldest({ status: "visit", limit: MAX_PAGE_SIZE }),
  ]);
  const visits = visiting.flatMap((application) => visitOf(application, now) ?? []);
  const planned = [...handOvers, ...visits].sort((one, other) => sortTimeOf(one.at) - sortTimeOf(other.at));
  const mine = [...talking, ...visiting.filter((one) => one.handledBy?.id === me && !visitOf(one, now))];
  const byArrival = (one: ApplicationSummary, other: ApplicationSummary) =>
    Date.parse(one.createdAt) - Date.parse(other.createdAt);
  return { planned, withoutDay, toTell, fresh, mine: mine.sort(byArrival) };
}

/** Null unless a visit is planned for today or the next seven days. */
function visitOf({ id, petId, petName, name, visitAt }: ApplicationSummary, now: Date): Planned | null {
  const at = visitAt && fromLocalFields(visitAt);
  if (!at || !isWithinWeek(at, now) || dueOf(at, now) === "overdue") return null;
  return { at, href: `/staff/applications/${id}`, petId, petName, person: name, orderId: null };
}

async function withPets(applications: ApplicationSummary[], signal: AbortSignal): Promise<Untold[]> {
  const ids = idsOf(applications.map(({ status, petId }) => (status === "declined" ? petId : null)));
  const pets = ids === "" ? [] : await fetchPetsById(ids, signal);
  const available = new Set(pets.filter(({ status }) => status === "available").map(({ id }) => id));
  return applications.map((one) => ({ ...one, isPetAvailable: available.has(one.petId) }));
}

async function fetchHandOvers(now: Date, signal: AbortSignal): Promise<{ handOvers: Planned[]; withoutDay: number }> {
  const orders = await fetchNextHandOvers(signal);
  const due = orders.flatMap(({ id, petId, shipDate }) =>
    shipDate !== null && isWithinWeek(shipDate, now) ? [{ at: shipDate, petId, orderId: id }] : [],
  );
  const withoutDay = orders.filter(({ shipDate }) => shipDate === null).length;
  if (due.length === 0) return { handOvers: [], withoutDay };
  const [pets, adopters] = await Promise.all([
    fetchPetsById(idsOf(due.map(({ petId }) => petId)), signal),
    fetchAdopters({ orderIds: idsOf(due.map(({ orderId }) => orderId)) }, signal),
  ]);
  const handOvers = due.map((one) => ({
    ...one,
    href: adoptionsHref({ petId: String(one.petId) }),
    petName: pets.find(({ id }) => id === one.petId)?.name ?? `Animal ${one.petId}`,
    person: adopters.find(({ orderId }) => orderId === one.orderId)?.name ?? null,
  }));
  return { handOvers, withoutDay };
}

/** Refetching the overview also refetches this: its key is longer. */
export function todayQuery(me: string) {
  return queryOptions({
    queryKey: [...QUERY_ROOTS.overview, "today", me],
    queryFn: ({ signal }) => fetchToday(me, signal),
    ...everyMinute,
  });
}
