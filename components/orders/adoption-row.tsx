import { type ComponentProps, useId, useState } from "react";
import type { ApplicationSummary } from "@/lib/applications/schema";
import { dayHeading, dueOf, isHandOverNext } from "@/lib/orders/hand-over";
import type { ListedOrder } from "@/lib/orders/schema";
import { isDayAlone } from "@/lib/orders/schema";
import { ORDER_LABELS } from "@/lib/orders/status";
import { categoryName } from "@/lib/pets/kinds";
import type { ListedPet } from "@/lib/pets/list/schema";
import { PetThumb } from "../pets/pet-display";
import { ReturnReason } from "../pets/pet-messages";
import { Button } from "../ui/button";
import { Link } from "../ui/link";
import { cx, rowLink } from "../ui/style";
import { Ago, Badge, NearDay } from "../ui/text";
import { AdoptionSteps } from "./adoption-steps";
import { HandOverDay } from "./hand-over-day";
import { HandOverClock, NearHandOver } from "./hand-over-fields";

type Props = {
  order: ListedOrder;
  /** The heading that an open adoption is under. */
  day?: string | undefined;
  /** Whether it is the first one of the list. */
  isFirst: boolean;
  pet: ListedPet | undefined;
  /** Null when the adoption was opened without an application. */
  adopter: ApplicationSummary | null | undefined;
  /** What gets the focus when the adoption has left the list. */
  next: ComponentProps<typeof AdoptionSteps>["next"];
  /** Records who has adopted the animal. */
  onRecord(): void;
};

const row = cx(
  "grid items-center border-b border-line px-4 last:border-b-0 sm:gap-x-4 sm:gap-y-2.5 sm:py-3",
  // On a phone, the buttons of an open adoption have their own line.
  "grid-cols-[3rem_minmax(0,1fr)_fit-content(8.5rem)] max-sm:gap-x-3 max-sm:py-2 sm:grid-cols-[4rem_minmax(0,1fr)]",
);
/** In a large window, the day and the steps of an open adoption have their own columns. */
const openColumns = "lg:grid-cols-[4rem_minmax(0,1fr)_18rem_11rem] xl:grid-cols-[4rem_minmax(0,1fr)_18rem_max-content]";
/** On a phone, its text is beside the menu, above the buttons. */
const openText = "max-sm:col-start-2 max-sm:col-end-4 max-sm:row-start-1 max-sm:pe-9";
/**
 * An adoption that is over has one line in a large window: the animal, when it ended, and the adopter. In a narrower
 * one, the adopter has a column beside the other two.
 */
const overColumns =
  "sm:grid-cols-[4rem_minmax(0,1fr)_max-content] lg:grid-cols-[3rem_minmax(0,1fr)_max-content] lg:py-1";
const overText =
  "max-sm:contents sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(0,13rem)] lg:grid-cols-[minmax(0,3fr)_minmax(0,4fr)_minmax(0,5fr)] sm:items-center sm:gap-x-4";
/** The place of the adopter, in the grid of an adoption that is over. */
const overAdopter = "sm:max-lg:col-start-2 sm:max-lg:row-span-2 sm:max-lg:row-start-1";

/** An adoption in the list: the animal, the adopter, the date, and the next step. */
export function AdoptionRow({ order, day, isFirst, pet, adopter, next, onRecord }: Props) {
  const { petId, status, shipDate } = order;
  const name = pet?.name ?? `Animal ${petId}`;
  const steps = { order, petName: name, adopterName: adopter?.name, next };
  return (
    <li
      data-part="adoption"
      aria-label={name}
      tabIndex={-1}
      className={cx(row, status === "open" ? openColumns : overColumns)}
    >
      <PetThumb
        className={cx("size-12 max-sm:self-start sm:size-16", status !== "open" && "max-sm:row-span-2 lg:size-12")}
        petId={petId}
        categoryId={pet?.categoryId}
        photo={pet?.profile?.photos[0]?.urls[320]}
      />
      <AnimalAndAdopter order={order} day={day} name={name} pet={pet} adopter={adopter} onRecord={onRecord} />
      {/* A list has one main step: the hand-over that is next. */}
      {status === "open" && <OpenAdoptionSteps {...steps} isMain={isFirst && isHandOverNext(shipDate, new Date())} />}
      {order.returnReason !== null && (
        <div className="col-start-2 max-sm:col-end-4">
          <ReturnReason reason={order.returnReason} />
        </div>
      )}
      {status === "completed" && (
        <div className="grid min-w-0 max-sm:contents">
          <AdoptionSteps {...steps} look="row" recordedAt={order.dates?.recordedAt} />
        </div>
      )}
    </li>
  );
}

type AboutProps = Omit<Props, "next" | "isFirst"> & { name: string };

/** The animal, when it leaves or has left, and who adopts it. */
function AnimalAndAdopter({ order, day, name, pet, adopter, onRecord }: AboutProps) {
  const isOpen = order.status === "open";
  const Heading = isOpen ? "h4" : "h3";
  return (
    <div className={cx("min-w-0", isOpen ? openText : overText)}>
      <div
        className={cx(
          "flex min-w-0 flex-wrap items-center gap-x-3 max-sm:col-start-2",
          isOpen ? "sm:-mt-2 sm:-mb-1.5" : "sm:max-lg:-mb-2.5",
        )}
      >
        <Heading className="min-w-0 font-display text-lg font-semibold wrap-anywhere">
          <Link data-entry className={rowLink} href={`/staff/animals?edit=${order.petId}`}>
            <bdi className="line-clamp-2">{name}</bdi>
          </Link>
        </Heading>
        {isOpen && (
          <span className="flex py-1.5">
            <Due shipDate={order.shipDate} day={day} />
          </span>
        )}
        {isOpen && <ShortWhen shipDate={order.shipDate} day={day} />}
      </div>
      <div
        className={cx(
          "flex flex-wrap items-center gap-x-4 max-sm:col-start-2",
          isOpen ? "max-sm:-mt-2 sm:-mb-2 lg:flex-col lg:items-start" : "max-sm:col-end-4 max-sm:-mb-1 sm:contents",
        )}
      >
        <p className={cx("text-sm text-soft first-letter:uppercase", isOpen && "max-sm:hidden")}>
          {pet && `${categoryName(pet.categoryId)}, `}
          <When order={order} />
        </p>
        {adopter === null && <NoAdopter order={order} isAdopted={pet?.status === "sold"} onRecord={onRecord} />}
        {adopter && (
          <Link
            className={cx(rowLink, "wrap-anywhere", !isOpen && overAdopter)}
            href={`/staff/applications/${adopter.id}`}
          >
            <span className="line-clamp-2">
              <span className="max-sm:sr-only">Adopter: </span>
              <bdi>{adopter.name}</bdi>
            </span>
          </Link>
        )}
      </div>
    </div>
  );
}

type NoAdopterProps = Pick<Props, "order" | "onRecord"> & { isAdopted: boolean };

/** An adoption without an application. While the animal is adopted, the adopter can be recorded. */
function NoAdopter({ order: { status }, isAdopted, onRecord }: NoAdopterProps) {
  const canRecord = status === "completed" && isAdopted;
  return (
    <div className={cx("flex flex-wrap items-center gap-x-3", status !== "open" && overAdopter)}>
      <p className={cx("py-2.5 text-sm text-soft", canRecord && "sr-only")}>Without an application</p>
      {canRecord && (
        <Button look="link" className="-ms-3 text-sm font-normal! text-soft! max-sm:my-1" onClick={onRecord}>
          Record the adopter
        </Button>
      )}
    </div>
  );
}

/** The day of an open adoption, which a phone unfolds, and its steps. */
function OpenAdoptionSteps({ order, ...about }: Omit<ComponentProps<typeof AdoptionSteps>, "look">) {
  const [isUnfolded, setUnfolded] = useState(false);
  const id = useId();
  return (
    <div className="max-sm:contents sm:flex sm:flex-wrap sm:items-end sm:justify-between sm:gap-x-4 sm:gap-y-2.5 sm:max-lg:col-span-full lg:contents">
      <Button
        look="quiet"
        className="col-start-1 col-end-3 row-start-2 mt-1.5 px-2! text-sm whitespace-nowrap sm:hidden"
        aria-expanded={isUnfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        {isUnfolded ? "Hide the day" : order.shipDate === null ? "Set the day" : "Change the day"}
      </Button>
      <HandOverDay
        id={id}
        order={order}
        petName={about.petName}
        className={cx("max-sm:col-span-full max-sm:mt-2", !isUnfolded && "max-sm:data-idle:hidden")}
      />
      <div className="grid min-w-0 gap-2 max-sm:contents sm:max-lg:-mb-2 lg:*:justify-end">
        <AdoptionSteps order={order} {...about} look="row" />
      </div>
    </div>
  );
}

/** When the adoption was opened, or how and when it has ended. */
function When({ order: { status, dates } }: { order: ListedOrder }) {
  const at = status === "open" ? dates?.placedAt : dates?.changedAt;
  return (
    <>
      {status === "open" ? "opened" : ORDER_LABELS[status].toLowerCase()}{" "}
      {at && status !== "open" && <NearDay iso={at} />}
      {at && (
        <span className={cx(status !== "open" && "max-sm:hidden")}>
          {status !== "open" && ", "}
          <Ago iso={at} />
        </span>
      )}
    </>
  );
}

/** On a phone, what the heading does not say about the hand-over: its time, or under another heading its day too. */
function ShortWhen({ shipDate, day }: { shipDate: string | null; day: string | undefined }) {
  if (shipDate === null) return null;
  const now = new Date();
  const saysDay = dayHeading(shipDate, now) === day && dueOf(shipDate, now) !== "overdue";
  if (saysDay && isDayAlone(shipDate)) return null;
  return (
    <span className="text-sm text-soft sm:hidden">
      {saysDay ? <HandOverClock iso={shipDate} /> : <NearHandOver iso={shipDate} />}
    </span>
  );
}

/** How soon the hand-over is, unless the heading says it. */
function Due({ shipDate, day }: { shipDate: string | null; day: string | undefined }) {
  const now = new Date();
  const due = dueOf(shipDate, now);
  if (dayHeading(shipDate, now) === day) return null;
  return (
    <>
      {due === "overdue" && <Badge tone="danger">Overdue</Badge>}
      {due === "today" && <Badge tone="green">Today</Badge>}
      {due === "unknown" && <Badge tone="grey">No day yet</Badge>}
    </>
  );
}
