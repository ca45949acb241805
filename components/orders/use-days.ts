import { type FocusEvent, useState } from "react";
import { dayHeading, sortTimeOf } from "@/lib/orders/hand-over";
import type { ListedOrder } from "@/lib/orders/schema";

/** An adoption under the heading of a day, and whether it is the first one there. */
type Entry = { order: ListedOrder; day: string; isFirst: boolean };

/**
 * Open adoptions by the day of their hand-over. A row whose day changes keeps its place until the focus has left the
 * list: otherwise it would move while somebody is working in it.
 */
export function useDays(orders: readonly ListedOrder[]) {
  const [places, setPlaces] = useState<ReadonlyMap<bigint, string | null> | null>(null);
  const dayOf = ({ id, shipDate }: ListedOrder) => {
    const before = places?.get(id);
    return before === undefined ? shipDate : before;
  };
  const now = new Date();
  let last: string | null = null;
  const entries = orders
    .toSorted((one, other) => compare(sortTimeOf(dayOf(one)), sortTimeOf(dayOf(other))))
    .map((order): Entry => {
      const day = dayHeading(dayOf(order), now);
      const isFirst = day !== last;
      last = day;
      return { order, day, isFirst };
    });
  const onFocus = () => setPlaces((before) => before ?? new Map(orders.map(({ id, shipDate }) => [id, shipDate])));
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setPlaces(null);
  };
  return { entries, attributes: { onFocus, onBlur } };
}

/** Infinity minus itself is not a number. */
const compare = (one: number, other: number) => (one === other ? 0 : one - other);
