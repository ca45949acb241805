import { unansweredFor } from "@/lib/applications/inbox/unanswered";
import type { ListedApplication } from "@/lib/applications/schema";
import { dueOf } from "@/lib/orders/hand-over";
import type { ListedPet } from "@/lib/pets/list/schema";
import { HandOverDay } from "../../orders/hand-over-time";
import { PetThumb } from "../../pets/pet-thumb";
import { Ago } from "../../ui/display/time";
import { Link } from "../../ui/navigation/link";
import { cx } from "../../ui/style/cx";
import { ApplicationStatusBadge } from "../application-status-badge";

type Props = { application: ListedApplication; pet: ListedPet | undefined; me: string; replyDays: number | null };

/** An application in the list. The whole row can be clicked, but the text of the link is only the applicant's name. */
export function InboxRow({ application, pet, me, replyDays }: Props) {
  const { id, petId, petName, status, name, isQuestion, handledBy, order, toTell, createdAt, excerpt } = application;
  const isNew = status === "new";
  const unanswered = unansweredFor(application, replyDays, new Date());
  return (
    <li
      data-part="application"
      className={cx(
        "relative grid grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5 border-b border-line px-4 py-3",
        "transition last:border-b-0 hover:bg-hover active:bg-pressed has-focus-visible:bg-hover",
        "has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent",
        "first:rounded-t-card last:rounded-b-card",
        "md:grid-cols-[3.5rem_minmax(0,1fr)_minmax(0,8rem)_9rem_7.5rem]",
        "lg:grid-cols-[3.5rem_minmax(0,2fr)_minmax(0,3fr)_minmax(0,7rem)_9.5rem_7.5rem]",
        // Cut off by the corner of the first row, so that it is straight.
        isNew && "overflow-clip before:absolute before:inset-y-0 before:start-0 before:w-[3px] before:bg-accent",
      )}
    >
      <PetThumb petId={petId} categoryId={pet?.categoryId} photo={pet?.profile?.photos[0]?.urls[320]} />
      {/* The column of who handles it is free. */}
      <div className={cx("min-w-0", handledBy === null && "md:max-lg:col-end-4")}>
        <p className={cx("line-clamp-2 wrap-anywhere", isNew ? "font-semibold" : "font-medium")}>
          <Link
            data-entry
            className="no-underline outline-none after:absolute after:inset-0"
            href={`/staff/applications/${id}`}
          >
            <bdi>{name}</bdi>
          </Link>
        </p>
        <p className="line-clamp-2 wrap-anywhere text-soft">
          {isQuestion ? "Question about" : "for"} <bdi>{petName}</bdi>
        </p>
      </div>
      <p
        className={cx(
          "col-start-2 line-clamp-1 text-sm wrap-anywhere text-soft md:max-lg:col-end-6 md:max-lg:row-start-2 lg:line-clamp-2",
          handledBy === null ? "lg:col-start-3 lg:col-end-5" : "lg:col-start-3",
        )}
      >
        <bdi>{excerpt}</bdi>
      </p>
      {handledBy !== null && (
        <p className="col-start-2 truncate text-sm text-soft md:col-start-auto">
          <span className="sr-only">Handled by </span>
          {handledBy.id === me ? "You" : <bdi>{handledBy.name}</bdi>}
        </p>
      )}
      <div className="col-start-2 flex items-baseline justify-between gap-x-2 md:contents">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 md:block">
          <ApplicationStatusBadge application={application} />
          {order?.status === "open" && <Due shipDate={order.shipDate} />}
          {unanswered && (
            <p className={cx("text-sm", unanswered.isOverdue ? "font-semibold text-amber" : "text-soft")}>
              {unanswered.text}
            </p>
          )}
          {toTell && <p className="text-sm font-semibold text-amber">Not told yet</p>}
        </div>
        {/* On a phone, the days without an answer say the same. */}
        <p className={cx("shrink-0 text-sm text-soft md:text-end", unanswered && "max-md:hidden")}>
          <Ago iso={createdAt} />
        </p>
      </div>
    </li>
  );
}

/** The day on which the animal of an approved application is handed over. */
function Due({ shipDate }: { shipDate: string | null }) {
  const due = dueOf(shipDate, new Date());
  return (
    <p className={cx("text-sm", due === "overdue" ? "font-semibold text-amber" : "text-soft")}>
      {due === "unknown" && "No hand-over day"}
      {due === "overdue" && "Hand-over overdue"}
      {due === "today" && "Hand-over today"}
      {due === "later" && shipDate && (
        <>
          Hand-over <HandOverDay iso={shipDate} />
        </>
      )}
    </p>
  );
}
