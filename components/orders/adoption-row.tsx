import { type ComponentProps, useId, useState } from "react";
import type { ApplicationSummary } from "@/lib/applications/schema";
import { dayHeading, dueOf } from "@/lib/orders/hand-over";
import type { ListedOrder } from "@/lib/orders/schema";
import { ORDER_LABELS } from "@/lib/orders/words";
import { categoryName } from "@/lib/pets/categories";
import type { ListedPet } from "@/lib/pets/list/schema";
import { PetThumb } from "../pets/pet-thumb";
import { ReturnReason } from "../pets/return-reason";
import { Badge } from "../ui/badge";
import { Button } from "../ui/button";
import { cx } from "../ui/cx";
import { Link } from "../ui/link";
import { rowLink } from "../ui/links";
import { Ago } from "../ui/time";
import { AdoptionSteps } from "./adoption-steps";
import { HandOver } from "./hand-over";
import { HandOverTime } from "./hand-over-time";

type Props = {
  order: ListedOrder;
  /** The heading that an open adoption is under. */
  day?: string | undefined;
  pet: ListedPet | undefined;
  /** Null when the adoption was opened without an application. */
  adopter: ApplicationSummary | null | undefined;
  /** What gets the focus when the adoption has left the list. */
  next: ComponentProps<typeof AdoptionSteps>["next"];
};

/** An adoption in the list: the animal, the adopter, the date, and the next step. */
export function AdoptionRow({ order, day, pet, adopter, next }: Props) {
  const { petId, status } = order;
  const name = pet?.name ?? `Animal ${petId}`;
  const Heading = status === "open" ? "h4" : "h3";
  return (
    <li
      data-part="adoption"
      aria-label={name}
      tabIndex={-1}
      className={cx(
        "grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2.5 border-b border-line px-4 py-3 last:border-b-0",
        status === "open"
          ? "lg:grid-cols-[4rem_minmax(0,1fr)_18rem_11rem] xl:grid-cols-[4rem_minmax(0,1fr)_18rem_21rem]"
          : "sm:grid-cols-[4rem_minmax(0,1fr)_max-content]",
      )}
    >
      <PetThumb
        className="size-16"
        petId={petId}
        categoryId={pet?.categoryId}
        photo={pet?.profile?.photos[0]?.urls[320]}
      />
      <div className="min-w-0">
        <div className="-mt-2 -mb-1.5 flex flex-wrap items-center gap-x-3">
          <Heading className="line-clamp-2 font-display text-lg font-semibold wrap-anywhere">
            <Link className={rowLink} href={`/staff/animals?edit=${petId}`}>
              <bdi>{name}</bdi>
            </Link>
          </Heading>
          {status === "open" && (
            <span className="flex py-1.5">
              <Due shipDate={order.shipDate} day={day} />
            </span>
          )}
        </div>
        <div className="-mb-2 flex flex-wrap items-center gap-x-4 lg:flex-col lg:items-start">
          <p className="text-sm text-soft">
            {status === "open" && order.shipDate !== null && (
              <span className="sm:hidden">
                Hand-over: <HandOverTime iso={order.shipDate} />
              </span>
            )}
            <span className={cx(status === "open" && order.shipDate !== null && "max-sm:hidden")}>
              {pet && `${categoryName(pet.categoryId)} · `}
              <When order={order} />
            </span>
          </p>
          {adopter === null && <p className="py-2.5 text-sm text-soft">Without an application</p>}
          {adopter && (
            <Link className={cx(rowLink, "wrap-anywhere")} href={`/staff/applications/${adopter.id}`}>
              <span>
                Adopter: <bdi>{adopter.name}</bdi>
              </span>
            </Link>
          )}
        </div>
      </div>
      {status === "open" && <OpenSteps order={order} petName={name} adopterName={adopter?.name} next={next} />}
      {order.returnReason !== null && (
        <div className="col-start-2">
          <ReturnReason reason={order.returnReason} />
        </div>
      )}
      {status === "completed" && (
        <div className="grid min-w-0 gap-2 max-sm:col-start-2">
          <AdoptionSteps order={order} petName={name} adopterName={adopter?.name} next={next} />
        </div>
      )}
    </li>
  );
}

/** The day of an open adoption, and its steps. A phone shows only the main step until the rest is unfolded. */
function OpenSteps({ order, ...about }: Omit<ComponentProps<typeof AdoptionSteps>, "isShort" | "isFolded">) {
  const [isUnfolded, setUnfolded] = useState(false);
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-2.5 max-lg:col-span-full sm:justify-between sm:gap-x-4 lg:contents">
      <Button
        look="quiet"
        className="px-3! sm:hidden"
        aria-expanded={isUnfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        {isUnfolded ? (
          "Close"
        ) : order.shipDate === null ? (
          "Set the day"
        ) : (
          <span>
            Edit<span className="sr-only"> the day</span>
          </span>
        )}
      </Button>
      <HandOver
        id={id}
        order={order}
        petName={about.petName}
        className={cx("max-sm:w-full", !isUnfolded && "max-sm:data-idle:hidden")}
      />
      <div className="grid min-w-0 gap-2 max-sm:contents lg:*:justify-end">
        <AdoptionSteps order={order} {...about} isShort isFolded={!isUnfolded} />
      </div>
    </div>
  );
}

/** When the adoption was opened, or how and when it has ended. */
function When({ order: { status, dates } }: { order: ListedOrder }) {
  const at = status === "open" ? dates?.placedAt : dates?.changedAt;
  return (
    <>
      {status === "open" ? "Opened" : ORDER_LABELS[status]} {at && <Ago iso={at} />}
    </>
  );
}

/** How soon the hand-over is, unless the heading says it. */
function Due({ shipDate, day }: { shipDate: string | null; day: string | undefined }) {
  const now = new Date();
  const due = dueOf(shipDate, now);
  if (dayHeading(shipDate, now) === day) return null;
  return (
    <>
      {due === "overdue" && <Badge tone="amber">Overdue</Badge>}
      {due === "today" && <Badge tone="green">Today</Badge>}
      {due === "unknown" && <Badge tone="grey">No day yet</Badge>}
    </>
  );
}
