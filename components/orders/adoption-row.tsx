import type { ComponentProps } from "react";
import type { ApplicationSummary } from "@/lib/applications/schema";
import { dueOf } from "@/lib/orders/hand-over";
import type { ListedOrder } from "@/lib/orders/schema";
import { ORDER_LABELS } from "@/lib/orders/words";
import { categoryName } from "@/lib/pets/categories";
import type { ListedPet } from "@/lib/pets/list/schema";
import { PetThumb } from "../pets/pet-thumb";
import { Badge } from "../ui/badge";
import { cx } from "../ui/cx";
import { Link } from "../ui/link";
import { rowLink } from "../ui/links";
import { Ago } from "../ui/time";
import { AdoptionSteps } from "./adoption-steps";
import { HandOver } from "./hand-over";

type Props = {
  order: ListedOrder;
  pet: ListedPet | undefined;
  /** Null when the adoption was opened without an application. */
  adopter: ApplicationSummary | null | undefined;
  /** Where reading continues when the adoption has left the list. */
  next: ComponentProps<typeof AdoptionSteps>["next"];
};

/** An adoption in the list: the animal, the adopter, the date, and the next step. */
export function AdoptionRow({ order, pet, adopter, next }: Props) {
  const { petId, status } = order;
  const name = pet?.name ?? `Animal ${petId}`;
  return (
    <li
      data-part="adoption"
      aria-label={name}
      tabIndex={-1}
      className={cx(
        "grid grid-cols-[4rem_minmax(0,1fr)] items-start gap-x-4 gap-y-3 border-b border-line p-4 last:border-b-0",
        "lg:grid-cols-[4rem_minmax(0,1fr)_17rem_15.5rem]",
        status !== "open" && "lg:items-center",
      )}
    >
      <PetThumb
        className="size-16"
        petId={petId}
        categoryId={pet?.categoryId}
        photo={pet?.profile?.photos[0]?.urls[320]}
      />
      <div className="min-w-0">
        <h3 className="-mt-2 -mb-1.5 line-clamp-2 wrap-anywhere">
          <Link className={rowLink} href={`/staff/animals?edit=${petId}`}>
            <bdi>{name}</bdi>
          </Link>
        </h3>
        <p className="text-soft">{pet && categoryName(pet.categoryId)}</p>
        {adopter === null && <p className="text-sm text-soft">Without an application</p>}
        {adopter && (
          <Link className={cx(rowLink, "wrap-anywhere")} href={`/staff/applications/${adopter.id}`}>
            <span>
              Adopter: <bdi>{adopter.name}</bdi>
            </span>
          </Link>
        )}
      </div>
      <div
        className={cx(
          "max-lg:col-span-full lg:contents",
          status === "open"
            ? "grid grid-cols-[minmax(0,1fr)] gap-3"
            : "flex flex-wrap items-center justify-between gap-x-4 gap-y-2",
        )}
      >
        <div className="grid min-w-0 gap-2">
          <When order={order} />
          {status === "open" && <HandOver order={order} />}
        </div>
        <div className="grid min-w-0 gap-2 lg:*:justify-end">
          <AdoptionSteps order={order} petName={name} next={next} />
        </div>
      </div>
    </li>
  );
}

/** When it happened, or how soon the hand-over is. */
function When({ order: { status, shipDate, dates } }: { order: ListedOrder }) {
  if (status !== "open") {
    return (
      <p>
        {ORDER_LABELS[status]} {dates?.changedAt && <Ago iso={dates.changedAt} />}
      </p>
    );
  }
  const due = dueOf(shipDate, new Date());
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-soft">
      {due === "overdue" && <Badge tone="amber">Overdue</Badge>}
      {due === "today" && <Badge tone="green">Today</Badge>}
      {due === "unknown" && <Badge tone="grey">No date yet</Badge>}
      {dates?.placedAt && (
        <span>
          Opened <Ago iso={dates.placedAt} />
        </span>
      )}
    </p>
  );
}
