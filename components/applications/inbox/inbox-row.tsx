import { unansweredFor } from "@/lib/applications/inbox";
import type { ListedApplication } from "@/lib/applications/schema";
import { dueOf, handOverDayWords } from "@/lib/orders/hand-over";
import type { ListedPet } from "@/lib/pets/list/schema";
import { initialsOf } from "@/lib/values/person-name";
import { HandOverTime } from "../../orders/hand-over-fields";
import { usePersonId } from "../../people/signed-in";
import { PetThumb } from "../../pets/pet-display";
import { Link } from "../../ui/link";
import { cx } from "../../ui/style";
import { Ago } from "../../ui/time";
import { ApplicationStatusBadge } from "../application-status-badge";

type Props = { application: ListedApplication; pet: ListedPet | undefined; replyDays: number | null };

/** The place of each part, the same in every row, even if it has no handler. */
const ROW_AREAS = cx(
  "grid-cols-[3.5rem_minmax(0,1fr)_auto]",
  "[grid-template-areas:'photo_who_who'_'._text_text'_'._handler_handler'_'._status_time']",
  "md:grid-cols-[3.5rem_minmax(0,1fr)_9.5rem_7rem_6.5rem]",
  "md:[grid-template-areas:'photo_who_status_handler_time'_'photo_text_text_text_text']",
  "lg:grid-cols-[3.5rem_minmax(0,2fr)_minmax(0,3fr)_9.5rem_8rem_7rem]",
  "lg:[grid-template-areas:'photo_who_text_status_handler_time']",
);

/** An application in the list. The whole row can be clicked, but the text of the link is only the applicant's name. */
export function InboxRow({ application, pet, replyDays }: Props) {
  const { id, petId, petName, status, name, isQuestion, handledBy, order, toTell, createdAt, excerpt } = application;
  const isNew = status === "new";
  const unanswered = unansweredFor(application, replyDays, new Date());
  return (
    <li
      data-part="application"
      className={cx(
        "relative grid items-center gap-x-4 border-b border-line px-4 py-3 md:gap-y-1.5",
        "transition last:border-b-0 hover:bg-hover active:bg-pressed has-focus-visible:bg-hover",
        "has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent",
        "first:rounded-t-card last:rounded-b-card",
        ROW_AREAS,
        // Cut off by the corner of the first row, so that it is straight.
        isNew && "overflow-clip before:absolute before:inset-y-0 before:start-0 before:w-[3px] before:bg-accent",
      )}
    >
      <div className="[grid-area:photo]">
        <PetThumb petId={petId} categoryId={pet?.categoryId} photo={pet?.profile?.photos[0]?.urls[320]} />
      </div>
      <div className="min-w-0 [grid-area:who]">
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
      <p className="line-clamp-1 text-sm wrap-anywhere text-soft [grid-area:text] max-md:mt-1.5 lg:line-clamp-2">
        <bdi>{excerpt}</bdi>
      </p>
      {handledBy !== null && <Handler {...handledBy} />}
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 [grid-area:status] max-md:mt-1.5 md:block">
        <ApplicationStatusBadge application={application} />
        {order?.status === "open" && <Due shipDate={order.shipDate} />}
        {unanswered && (
          <p className={cx("text-sm", unanswered.isOverdue ? "font-semibold text-danger" : "text-soft")}>
            {unanswered.text}
          </p>
        )}
        {toTell && <p className="text-sm font-semibold text-amber">Not told yet</p>}
      </div>
      {/* On a phone, the days without an answer say the same. */}
      <p className={cx("text-end text-sm text-soft [grid-area:time] max-md:mt-1.5", unanswered && "max-md:hidden")}>
        <Ago iso={createdAt} />
      </p>
    </li>
  );
}

/** Who handles an application, with the initials of their name. */
function Handler({ id, name }: { id: string; name: string }) {
  const isMe = id === usePersonId();
  return (
    <p className="flex min-w-0 items-center gap-x-2 text-sm text-soft [grid-area:handler] max-md:mt-1.5">
      <span className="sr-only">Handled by </span>
      <span
        aria-hidden="true"
        className="grid size-7 shrink-0 place-content-center rounded-full border border-line bg-page font-semibold"
      >
        {initialsOf(name)}
      </span>
      <bdi className="truncate">{isMe ? "You" : name}</bdi>
    </p>
  );
}

/** The day on which the animal of an approved application is handed over. */
function Due({ shipDate }: { shipDate: string | null }) {
  const due = dueOf(shipDate, new Date());
  return (
    <p className={cx("text-sm", due === "overdue" ? "font-semibold text-danger" : "text-soft")}>
      {due === "unknown" && "No hand-over day"}
      {due === "overdue" && "Hand-over overdue"}
      {due === "today" && "Hand-over today"}
      {due === "later" && shipDate && (
        <>
          Hand-over <HandOverTime iso={shipDate} words={handOverDayWords} />
        </>
      )}
    </p>
  );
}
