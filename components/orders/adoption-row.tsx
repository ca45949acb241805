import type { ComponentProps } from "react";
import type { ApplicationSummary } from "@/lib/applications/schema";
import { isHandOverNext } from "@/lib/orders/hand-over";
import type { Order } from "@/lib/orders/schema";
import { ORDER_LABELS } from "@/lib/orders/status";
import { categoryName } from "@/lib/pets/kinds";
import type { ListedPet } from "@/lib/pets/list/schema";
import { PetThumb } from "../pets/pet-display";
import { ReturnReason } from "../pets/pet-messages";
import { Button } from "../ui/button";
import { Link } from "../ui/link";
import { cx, rowLink } from "../ui/style";
import { Ago, NearDay } from "../ui/time";
import { AdoptionSteps } from "./adoption-steps";
import { HandOverDay } from "./hand-over-day";
import { HandOverNote } from "./hand-over-fields";

type Props = {
  order: Order;
  isFirst: boolean;
  pet: ListedPet | undefined;
  /** Null when the adoption was opened without an application. */
  adopter: ApplicationSummary | null | undefined;
  /** What gets the focus when the adoption has left the list. */
  next: ComponentProps<typeof AdoptionSteps>["next"];
  onRecord(): void;
};

const row = cx(
  "grid items-center border-b border-line px-4 last:border-b-0 sm:gap-x-4 sm:gap-y-2.5 sm:py-3",
  // On a phone, the buttons of an open adoption have their own line.
  "grid-cols-[3rem_minmax(0,1fr)_fit-content(8.5rem)] max-sm:gap-x-3 max-sm:py-2 sm:grid-cols-[4rem_minmax(0,1fr)]",
);
const openColumns = "md:grid-cols-[4rem_minmax(0,1fr)_max-content]";
const openText = "max-sm:col-start-2 max-sm:col-end-4 max-sm:row-start-1 max-sm:pe-9";
/**
 * One line in a large window: the animal, when it ended, the adopter, who has a column of their own in a narrower one.
 */
const overColumns =
  "sm:grid-cols-[4rem_minmax(0,1fr)_max-content] lg:grid-cols-[3rem_minmax(0,1fr)_max-content] lg:py-1";
const overText =
  "max-sm:contents sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(0,13rem)] lg:grid-cols-[minmax(0,3fr)_minmax(0,4fr)_minmax(0,5fr)] sm:items-center sm:gap-x-4";
const overAdopter = "sm:max-lg:col-start-2 sm:max-lg:row-span-2 sm:max-lg:row-start-1";
const openSteps =
  "max-sm:contents sm:col-start-2 sm:flex sm:flex-wrap sm:items-center sm:gap-2 md:col-start-3 md:max-w-96 md:justify-end";
const dayButton =
  "px-3! whitespace-nowrap max-sm:col-start-1 max-sm:col-end-3 max-sm:row-start-2 max-sm:mt-1.5 max-sm:px-2! max-sm:text-sm";

/** An adoption in the list: the animal, the adopter, the date, and the next step. */
export function AdoptionRow({ order, isFirst, pet, adopter, next, onRecord }: Props) {
  const { petId, status, shipDate } = order;
  const name = pet?.name ?? `Animal ${petId}`;
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
      <AnimalAndAdopter order={order} name={name} pet={pet} adopter={adopter} onRecord={onRecord} />
      {(status === "open" || status === "completed") && (
        <div className={status === "open" ? openSteps : "grid min-w-0 max-sm:contents"}>
          {status === "open" && <HandOverDay order={order} petName={name} className={dayButton} />}
          <AdoptionSteps
            order={order}
            petName={name}
            adopterName={adopter?.name}
            next={next}
            look="row"
            // A list has one main step: the hand-over that is next.
            isMain={isFirst && isHandOverNext(shipDate, new Date())}
            completion={order.dates}
          />
        </div>
      )}
      {order.returnReason !== null && (
        <div className="col-start-2 max-sm:col-end-4">
          <ReturnReason reason={order.returnReason} />
        </div>
      )}
    </li>
  );
}

type AboutProps = Omit<Props, "next" | "isFirst"> & { name: string };

function AnimalAndAdopter({ order, name, pet, adopter, onRecord }: AboutProps) {
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
        {isOpen && order.shipDate !== null && <HandOverNote iso={order.shipDate} />}
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
        {adopter === null && <NoAdopter order={order} onRecord={onRecord} />}
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

/** An adoption without an application. While it is completed, the adopter can be recorded. */
function NoAdopter({ order: { status }, onRecord }: Pick<Props, "order" | "onRecord">) {
  return (
    <div className={cx("flex flex-wrap items-center gap-x-3", status !== "open" && overAdopter)}>
      <p className="text-sm text-soft sm:py-2.5">Without an application</p>
      {status === "completed" && (
        <Button look="link" className="-ms-3 text-sm font-normal! text-soft! max-sm:my-1" onClick={onRecord}>
          Record the adopter
        </Button>
      )}
    </div>
  );
}

function When({ order: { status, dates } }: { order: Order }) {
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
