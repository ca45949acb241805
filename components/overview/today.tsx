import type { ReactNode } from "react";
import { STEPS } from "@/lib/adoptions/transitions";
import { INBOX_PAGE_SIZE } from "@/lib/applications/client";
import { inboxHref } from "@/lib/applications/inbox";
import type { ApplicationSummary } from "@/lib/applications/schema";
import { STAFF_STATUS_LABELS } from "@/lib/applications/staff-words";
import { OPEN_STATUSES } from "@/lib/applications/status";
import { dayHeading, isHandOverNext } from "@/lib/orders/hand-over";
import { adoptionsHref, NO_DAY } from "@/lib/orders/params";
import type { Today as Data, Planned, Untold } from "@/lib/overview/today";
import { AdoptionSteps } from "../orders/adoption-steps";
import { HandOverNote } from "../orders/hand-over-fields";
import { Link } from "../ui/link";
import { panel } from "../ui/panel";
import { cx, rowLink } from "../ui/style";
import { Ago } from "../ui/time";

const MAX_SHOWN = 5;

const HEADING = "today-heading";

export function Today({ today: { planned, withoutDay, toTell, fresh, mine }, me }: { today: Data; me: string }) {
  const isFree = planned.length + toTell.length + fresh.length + mine.length === 0;
  const days = Map.groupBy(planned, ({ at }) => dayHeading(at, new Date()));
  return (
    <section className={panel} aria-labelledby={HEADING}>
      <h2 id={HEADING} tabIndex={-1}>
        To do
      </h2>
      {isFree && (
        <p className="text-soft">
          No hand-over or visit is planned for the next seven days, and every application has been answered.
        </p>
      )}
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] max-md:gap-y-5 md:divide-y md:divide-line">
        {[...days].map(([day, entries]) => (
          <List
            key={day}
            name={day}
            entries={entries}
            all={adoptionsHref({})}
            max={day === "Overdue" ? MAX_SHOWN : entries.length}
          >
            {(one) => <PlannedRow key={one.href} planned={one} />}
          </List>
        ))}
        <List name="To tell" entries={toTell} all={inboxHref({ toTell: "true" })}>
          {(application) => <UntoldRow key={application.id} application={application} />}
        </List>
        <List name="New applications" entries={fresh} all={inboxHref({ ongoing: "true" })}>
          {(application) => <Application key={application.id} application={application} />}
        </List>
        {OPEN_STATUSES.map((status) => (
          <List
            key={status}
            name={`Yours: ${STAFF_STATUS_LABELS[status].toLowerCase()}`}
            entries={mine.filter((one) => one.status === status)}
            all={inboxHref({ handledBy: me })}
          >
            {(application) => <Application key={application.id} application={application} />}
          </List>
        ))}
      </div>
      {withoutDay > 0 && (
        <Link className={rowLink} href={`${adoptionsHref({})}#${NO_DAY}`}>
          {withoutDay === 1 ? "1 adoption without a hand-over day" : `${withoutDay} adoptions without a hand-over day`}
        </Link>
      )}
    </section>
  );
}

type ListProps<T> = {
  name: string;
  entries: readonly T[];
  all: string;
  max?: number;
  children(entry: T): ReactNode;
};

/** The classes of the name of a list, which leads to all of it. On a phone it is no higher than its text. */
const heading =
  "group max-md:-my-2.5 inline-flex min-h-target items-center gap-x-1.5 no-underline focus-visible:rounded-control";

function List<T>({ name, entries, all, max = MAX_SHOWN, children }: ListProps<T>) {
  if (entries.length === 0) return null;
  return (
    <div className="min-w-0 md:grid md:grid-cols-[11rem_minmax(0,1fr)] md:gap-x-6 md:py-1.5">
      <h3 className="text-base">
        <Link className={heading} href={all}>
          <span className="underline decoration-line underline-offset-4 group-hover:decoration-current">{name}</span>{" "}
          <span className="text-sm font-normal text-soft tabular-nums">{numberOf(entries)}</span>
        </Link>
      </h3>
      <ul aria-label={name}>{entries.slice(0, max).map(children)}</ul>
      {entries.length > max && (
        <Link className={cx(rowLink, "md:col-start-2")} href={all}>
          Show all<span className="sr-only"> in “{name}”</span>
        </Link>
      )}
    </div>
  );
}

/** Says how many entries there are. Only the first page of applications is read. */
const numberOf = ({ length }: readonly unknown[]) => (length < INBOX_PAGE_SIZE ? length : `${INBOX_PAGE_SIZE}+`);

function PlannedRow({ planned: { at, href, petId, petName, person, orderId } }: { planned: Planned }) {
  const what = orderId === null ? "Visit by" : person === null ? "Hand-over, without an application" : "Hand-over to";
  return (
    <Entry
      href={href}
      name={petName}
      about={
        <>
          {what} <bdi>{person}</bdi>
          <HandOverNote iso={at} before=", " />
        </>
      }
    >
      {orderId !== null && isHandOverNext(at, new Date()) && (
        <AdoptionSteps
          order={{ id: orderId, petId, status: "open", shipDate: at }}
          petName={petName}
          adopterName={person ?? undefined}
          next={() => document.getElementById(HEADING)}
          look="handOver"
        />
      )}
    </Entry>
  );
}

function Application({ application }: { application: ApplicationSummary }) {
  const { id, name, petName, isQuestion, createdAt } = application;
  return (
    <Entry
      href={`/staff/applications/${id}`}
      name={name}
      about={
        <>
          {isQuestion ? "Question about" : "For"} <bdi>{petName}</bdi>,{" "}
          <span className="whitespace-nowrap">
            sent <Ago iso={createdAt} />
          </span>
        </>
      }
    />
  );
}

/** If the animal is available again, the application may be reopened instead. */
function UntoldRow({ application: { id, name, petName, status, isPetAvailable } }: { application: Untold }) {
  const pet = <bdi>{petName}</bdi>;
  const href = `/staff/applications/${id}`;
  if (status === STEPS.cancel.adopter)
    return <Entry href={href} name={name} about={<>The adoption of {pet} was cancelled</>} />;
  if (isPetAvailable) return <Entry href={href} name={name} about={<>{pet} is available again</>} />;
  return <Entry href={href} name={name} about={<>{pet} was adopted by somebody else</>} />;
}

type EntryProps = { href: string; name: string; about: ReactNode; children?: ReactNode };

/** Something to do. The whole entry can be clicked, but the text of the link is only the name. */
function Entry({ href, name, about, children }: EntryProps) {
  return (
    <li
      className={cx(
        "relative -mx-2 flex min-h-target flex-wrap items-center gap-x-3 rounded-control px-2 py-1 transition md:gap-x-4 md:py-0 hover:bg-hover",
        "active:bg-pressed has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-accent",
      )}
    >
      <div className="min-w-32 flex-1 md:grid md:grid-cols-[minmax(0,2fr)_minmax(0,4fr)] md:items-center md:gap-x-4 lg:grid-cols-[12rem_minmax(0,1fr)]">
        <p className="flex min-w-0">
          <Link
            className="max-w-full truncate font-medium underline decoration-control-line underline-offset-4 outline-none after:absolute after:inset-0"
            href={href}
          >
            <bdi>{name}</bdi>
          </Link>
        </p>
        <p className="text-sm text-soft">{about}</p>
      </div>
      {children && <div className="relative">{children}</div>}
    </li>
  );
}
