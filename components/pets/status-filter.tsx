import type { ComponentProps } from "react";
import { STATUS_LABELS } from "@/lib/pets/categories";
import type { PetsParams } from "@/lib/pets/pages/page";
import { PET_STATUSES, type PetStatus } from "@/lib/pets/status";
import { pill } from "../ui/pill";

type Props = { current: PetStatus | undefined; linkTo(params: PetsParams): ComponentProps<"a"> };

/** Filters by status, as links. */
export function StatusFilter({ current, linkTo }: Props) {
  const choices = [...PET_STATUSES.map((status) => ({ status, label: STATUS_LABELS[status].label })), { label: "All" }];
  return (
    <nav aria-label="Filter by status">
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ label, ...choice }) => {
          const status = "status" in choice ? choice.status : undefined;
          return (
            <li key={label}>
              <a className={pill} {...linkTo({ status })} aria-current={status === current ? "true" : undefined}>
                {label}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
