import "server-only";
import { APPLICATION_STATUSES, type ApplicationStatus } from "../applications/status";
import { pool } from "../database/pool";
import { ORDER_STATUSES, type OrderStatus } from "../orders/status";
import { boundedCount } from "../values/counts";
import { type Count, MAX_COUNT, type Overview } from "./schema";

/** Counts applications by folder, in the inbox by status, and those whose applicants have to be told. */
export const APPLICATIONS = `
  SELECT by.status::text AS status, counted.count FROM unnest($1::"ApplicationStatus"[]) AS by (status),
    LATERAL (SELECT count(*)::int AS count FROM (
      SELECT FROM applications WHERE NOT suspicious AND status = by.status ORDER BY number LIMIT $2
    ) AS walked) AS counted
  UNION ALL
  SELECT 'suspicious', count(*)::int FROM (
    SELECT FROM applications WHERE suspicious ORDER BY number LIMIT $2
  ) AS walked
  UNION ALL
  SELECT 'to_tell', count(*)::int FROM (
    SELECT FROM applications WHERE to_tell AND NOT suspicious ORDER BY number LIMIT $2
  ) AS walked`;

/**
 * Counts orders by status, and the applications in the inbox whose approval placed them. Beyond the limit, these are
 * the applications of the newest orders.
 */
export const ORDERS = `
  SELECT by.status::text AS status, counted.orders, counted.applications
  FROM unnest($1::"OrderStatus"[]) AS by (status),
    LATERAL (SELECT count(*)::int AS orders, count(applications.id)::int AS applications FROM (
      SELECT id FROM orders WHERE status = by.status ORDER BY id DESC LIMIT $2
    ) AS walked LEFT JOIN applications ON applications.order_id = walked.id AND NOT suspicious) AS counted`;

/** Counts applications and orders, one query after the other, so that both take only one connection of the pool. */
export async function countCurrent(): Promise<Pick<Overview, "applications" | "orders">> {
  const applications = await countApplications();
  const { orders, approved } = await countOrders();
  return { applications: { ...applications, approved }, orders };
}

/** Counts the new applications in the inbox, for the navigation. */
export async function countNewApplications(): Promise<Count> {
  return (await countApplications()).inbox.new;
}

async function countOrders() {
  const { rows } = await pool().query<{ status: OrderStatus; orders: number; applications: number }>({
    name: "overview_orders",
    text: ORDERS,
    values: [[...ORDER_STATUSES], MAX_COUNT + 1],
  });
  const of = (status: OrderStatus) => rows.find((row) => row.status === status) ?? { orders: 0, applications: 0 };
  const all = (status: OrderStatus) => bounded(of(status).orders);
  const approved = (status: OrderStatus): Count => {
    const { orders, applications } = of(status);
    return boundedCount(applications, MAX_COUNT, orders > MAX_COUNT);
  };
  return {
    orders: { open: all("open"), completed: all("completed"), cancelled: all("cancelled"), returned: all("returned") },
    approved: { open: approved("open"), completed: approved("completed"), returned: approved("returned") },
  };
}

async function countApplications(): Promise<Omit<Overview["applications"], "approved">> {
  type Counted = ApplicationStatus | "suspicious" | "to_tell";
  const { rows } = await pool().query<{ status: Counted; count: number }>({
    name: "overview_applications",
    text: APPLICATIONS,
    values: [[...APPLICATION_STATUSES], MAX_COUNT + 1],
  });
  const countOf = (counted: Counted) => bounded(rows.find(({ status }) => status === counted)?.count ?? 0);
  const [fresh, talking, visit] = [countOf("new"), countOf("talking"), countOf("visit")];
  const [approved, answered] = [countOf("approved"), countOf("answered")];
  const [declined, withdrawn] = [countOf("declined"), countOf("withdrawn")];
  return {
    inbox: { new: fresh, talking, visit, approved, answered, declined, withdrawn },
    suspicious: countOf("suspicious"),
    toTell: countOf("to_tell"),
  };
}

const bounded = (count: number): Count => boundedCount(count, MAX_COUNT);
