import { useEffect, useRef, useState } from "react";

type Options = {
  /** What identifies the list, such as its filters and its sort order. */
  list: string;
  /** The cursor of the page; empty for the first page. */
  cursor: string;
  page: { count: number; next: string | null; prev: string | null } | undefined;
  /** Whether `page` is still the previous one, until the next arrives. */
  isPrevious: boolean;
  /** How many entries a page has. */
  size: number;
  /** How many entries the list has, if known exactly. */
  total: number | null;
};

/**
 * The places of a page in its list, such as "26–50". Null if there is only one page, or while unknown. They are counted
 * from the first or the last page, because a cursor does not contain them.
 */
export function usePlace({ list, cursor, page, isPrevious, size, total }: Options): string | null {
  const [starts, setStarts] = useState<ReadonlyMap<string, number>>(new Map());
  const last = useRef<string | null>(null);
  const { count = 0, next = null, prev = null } = page ?? {};
  const key = (of: string) => `${list} ${of}`;
  const isFirst = cursor === "" || prev === null;
  const end = next === null && total !== null ? Math.max(1, total - count + 1) : undefined;
  const start = isFirst ? 1 : (end ?? starts.get(key(cursor)));
  const hasNeighbours = count > 0 && (next !== null || prev !== null);
  const place = hasNeighbours && start !== undefined ? `${start}–${start + count - 1}` : null;
  const shown = isPrevious ? last.current : place;
  useEffect(() => {
    if (isPrevious) return;
    last.current = place;
    if (place === null || start === undefined) return;
    const neighbours = [
      [next, start + count],
      [prev, Math.max(1, start - size)],
    ] as const;
    setStarts((known) => {
      const found = neighbours.flatMap(([of, at]) => (of === null ? [] : [[`${list} ${of}`, at] as const]));
      return new Map([...known, ...found]);
    });
  }, [list, place, start, count, next, prev, size, isPrevious]);
  return shown;
}
