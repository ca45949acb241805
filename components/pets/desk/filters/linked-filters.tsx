import { linkedFilters } from "@/lib/pets/desk/filter-words";
import type { DeskParams } from "@/lib/pets/desk/params";
import { isPlainClick } from "../../../ui/navigation/link";
import { cx } from "../../../ui/style/cx";
import { pill } from "../../../ui/style/pill";

type Props = {
  params: DeskParams;
  filter(next: Partial<DeskParams>): void;
  listHref(params: DeskParams): string;
};

/** The filters that only links set, such as those of the overview. Clicking one removes it. */
export function LinkedFilters({ params, filter, listHref }: Props) {
  const filters = linkedFilters({ ...params, lacks: null });
  if (filters.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap gap-2">
      {filters.map(({ words, without }) => (
        <li key={words}>
          <a
            className={cx(pill, "gap-2 bg-accent-back ps-4 pe-3")}
            href={listHref({ ...params, ...without, cursor: "" })}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              filter(without);
            }}
          >
            <span className="sr-only">Remove filter: </span>
            <span className="first-letter:uppercase">{words}</span>
            <svg
              aria-hidden="true"
              width="12"
              height="12"
              viewBox="0 0 12 12"
              className="size-3 stroke-current stroke-2"
            >
              <path d="m2 2 8 8m0-8-8 8" />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}
