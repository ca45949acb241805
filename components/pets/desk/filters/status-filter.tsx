import type { DeskParams } from "@/lib/pets/desk/params";
import { PET_STATUSES, STATUS_LABELS } from "@/lib/pets/status";
import { isPlainClick } from "../../../ui/navigation/link";
import { tile, tiles } from "../../../ui/style/pill";
import { deskCount } from "./desk-count";
import type { useMatchCount } from "./use-match-count";

type Props = {
  params: DeskParams;
  /** How many animals each status would show. */
  matching: Pick<ReturnType<typeof useMatchCount>, "counts" | "countOf">;
  filter(next: Partial<DeskParams>): void;
  listHref(params: DeskParams): string;
};

/** The statuses of the staff's list as links. On a phone all of them are in one row, with the counts below. */
export function StatusFilter({ params, matching, filter, listHref }: Props) {
  return (
    <nav aria-label="Filter by status" className="max-sm:basis-full">
      <ul className={tiles}>
        {[null, ...PET_STATUSES].map((status) => {
          const target = { ...params, status, cursor: "" };
          // A count that is not known leaves its space empty, so that the filters do not move.
          const room = deskCount(target, matching.counts);
          return (
            <li key={status ?? "all"}>
              <a
                className={tile}
                href={listHref(target)}
                aria-current={status === params.status || undefined}
                onClick={(event) => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  filter({ status });
                }}
              >
                {status === null ? "All" : STATUS_LABELS[status]}
                {room !== null && (
                  <span className="grid text-center text-sm font-normal tabular-nums sm:min-w-4">
                    <span className="invisible [grid-area:1/1]">{room}</span>
                    <span className="[grid-area:1/1]">{matching.countOf(status)}</span>
                  </span>
                )}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
