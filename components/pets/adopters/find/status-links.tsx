import { type PetFilters, without } from "@/lib/pets/adopters/cards/filters";
import { PET_STATUSES, STATUS_LABELS } from "@/lib/pets/status";
import { cx } from "../../../ui/style/cx";
import { segment, segments } from "../../../ui/style/pill";
import type { Find } from "./use-find";

type Props = {
  find: Find;
  filters: PetFilters;
  /** Whether the focus stays on the link that was followed. */
  isQuiet?: boolean;
  className?: string;
};

/** The statuses as links. Most visitors look for available animals and do not need them. */
export function StatusLinks({ find: { linkTo }, filters, isQuiet = false, className }: Props) {
  const others = without(filters, "status");
  const choices = [
    ...PET_STATUSES.map((status) => ({ status, label: STATUS_LABELS[status], target: { ...others, status } })),
    { status: undefined, label: "All", target: others },
  ];
  return (
    <nav aria-label="Filter by status" className={className}>
      {/* Four columns from the start, so nothing moves while the other links arrive. */}
      <ul className={cx(segments, "grid-cols-4 empty:hidden")}>
        {choices.map(({ status, label, target }) => (
          <li key={label}>
            <a
              className={cx(segment, "w-full")}
              {...linkTo(target, { isQuiet })}
              aria-current={status === filters.status ? "true" : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
