import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { NEXT_PET_STATUSES } from "@/lib/adoptions/transitions";
import { applicantsWords } from "@/lib/applications/counts";
import { inboxHref } from "@/lib/applications/inbox";
import { whyNotRemovable } from "@/lib/pets/bulk";
import type { CaredPet } from "@/lib/pets/care/schema";
import { hiddenWords } from "@/lib/pets/care/words";
import { deskHref } from "@/lib/pets/desk/params";
import { adopterQuery } from "@/lib/pets/desk/queries";
import { valueWords } from "@/lib/pets/facts";
import { categoryName } from "@/lib/pets/kinds";
import { findExcerpt } from "@/lib/pets/list/excerpt";
import type { ListedPet } from "@/lib/pets/list/schema";
import { numberOf } from "@/lib/pets/list/search";
import { ageWords, waitWords } from "@/lib/pets/profile/words";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { dateWords } from "@/lib/values/time-words";
import { ActorName } from "../../people/actor-name";
import { onPlainClick } from "../../ui/link";
import { Skeleton } from "../../ui/loading";
import { Menu, MenuItem, MenuLink, MoreLabel } from "../../ui/menu";
import { cx } from "../../ui/style";
import { NearDay } from "../../ui/time";
import { PetStatusBadge, PetThumb } from "../pet-display";
import { useDesk } from "./use-desk";
import { isUnderWay } from "./use-row-changes";

type CellProps = { pet: CaredPet };

export function NameCell({ pet }: CellProps) {
  const { params, sheets, drafts, applicants } = useDesk();
  // On a wide table, whose columns have the rest.
  const isOnlyName = !drafts.has(pet.id) && !pet.care?.hidden && hasPhoto(pet) && !applicants?.has(pet.id);
  return (
    // Not on the cell, which would paint its border over the outline of its row.
    <div className="relative grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3">
      <PetThumb
        petId={pet.id}
        categoryId={pet.categoryId}
        photo={pet.profile?.photos[0]?.urls[96]}
        className="row-span-2 size-11 md:pointer-coarse:size-12"
      />
      <div className={cx("flex items-baseline gap-x-2 self-end", isOnlyName && "xl:row-span-2 xl:self-center")}>
        <a
          className="line-clamp-2 min-w-0 font-semibold wrap-anywhere no-underline transition after:absolute after:-inset-x-2 after:-inset-y-1 max-md:after:-top-0.5 max-md:after:bottom-1 hover:text-accent-hover hover:underline active:text-accent-pressed"
          href={deskHref(params, { edit: pet.id })}
          title={[...pet.name].length > LONG_NAME ? pet.name : undefined}
          onClick={onPlainClick(() => sheets.open("edit", pet.id))}
        >
          <bdi>{pet.name}</bdi>
        </a>
        {/* Narrow tables have room for it only while it is searched for. */}
        <span className={cx("text-sm text-soft tabular-nums", numberOf(params.q) === null && "max-lg:hidden")}>
          #{pet.id.toString()}
        </span>
      </div>
      <p
        className={cx(
          "min-h-5 self-start text-sm text-soft first-letter:uppercase lg:min-h-0",
          isOnlyName && "xl:hidden",
        )}
      >
        {/* The link to the sheet covers it. */}
        {drafts.has(pet.id) && (
          <span className="me-1.5 rounded-control bg-amber-back px-1.5 font-semibold whitespace-nowrap text-amber">
            Not saved
          </span>
        )}
        {pet.care?.hidden && (
          <span className="me-1.5 rounded-control bg-grey-back px-1.5 font-semibold whitespace-nowrap text-grey">
            {hiddenWords(pet.care.hidden)}
          </span>
        )}
        <Summary pet={pet} />
      </p>
      <Excerpt pet={pet} />
    </div>
  );
}

/** A name of this length may be cut. */
const LONG_NAME = 30;

const hasPhoto = ({ profile }: ListedPet) => profile?.photos.length !== 0;

/** What narrower tables have no columns for. */
function Summary({ pet: { id, categoryId, profile } }: CellProps) {
  const { applicants } = useDesk();
  const { sex = null, bornOn = null, photos } = profile ?? {};
  const applicantCount = applicants?.get(id);
  // Narrower tables leave out the sex where something follows it, so that most animals need only one line.
  const hasMore = bornOn !== null || photos?.length === 0 || applicantCount !== undefined;
  const parts = [
    { text: categoryName(categoryId), className: "lg:hidden" },
    {
      text: valueWords("sex", sex).toLowerCase(),
      className: cx("xl:hidden", hasMore && "max-sm:hidden md:max-lg:hidden"),
    },
    { text: bornOn ? ageWords(bornOn) : "", className: "xl:hidden" },
    { text: photos?.length === 0 ? "no photo" : "" },
    { text: applicantCount ? applicantsWords(applicantCount) : "", className: "font-medium text-ink" },
  ].filter(({ text }) => text !== "");
  const last = parts.length - 1;
  return parts.map(({ text, className }, index) => (
    <span key={text} className={className}>
      <span className="whitespace-nowrap">
        {text}
        {index < last && <span className="xl:hidden">,</span>}
      </span>{" "}
    </span>
  ));
}

/** The part of the breed or the story that has the words of the search, if they were found there. */
function Excerpt({ pet }: CellProps) {
  const { q } = useDesk().params;
  const found = q === "" ? null : findExcerpt(pet, q);
  if (!found) return null;
  const [before, word, after] = found;
  return (
    <p className="col-span-2 pb-1 text-sm text-soft wrap-anywhere">
      <bdi>
        {before}
        <mark>{word}</mark>
        {after}
      </bdi>
    </p>
  );
}

/** What it may become, and what it is while a change of it has failed. */
export function StatusCell({ pet }: CellProps) {
  const { rows } = useDesk();
  const last = rows.unfinished.get(pet.id.toString());
  const { status = DEFAULT_STATUS } = pet;
  const shown = last && isUnderWay(last) ? (last.action.to ?? status) : status;
  const isSaved = shown === status || last?.state !== "failed";
  const isBusy = last?.state === "saving";
  const choices = [status, ...NEXT_PET_STATUSES[status]].filter((one) => one !== shown);
  return (
    <>
      <Menu
        look="cell"
        align="start"
        isBusy={isBusy}
        label={
          <>
            <span className="sr-only">
              Status of <bdi>{pet.name}</bdi>:{" "}
            </span>
            <PetStatusBadge status={shown} />
          </>
        }
      >
        {choices.map((to) => (
          <MenuItem
            key={to}
            whyNot={isBusy ? "The last change is being saved." : null}
            onSelect={() => rows.change(pet, to)}
          >
            <PetStatusBadge status={to} />
          </MenuItem>
        ))}
      </Menu>
      {!isSaved && <p className="text-sm font-semibold text-amber">Not saved yet</p>}
    </>
  );
}

const isWaiting = ({ status = DEFAULT_STATUS, arrivedAt }: ListedPet) =>
  status === "available" && arrivedAt !== undefined;

/** Hovering shows since when. */
export function WaitingCell({ pet }: CellProps) {
  const { arrivedAt } = pet;
  if (!isWaiting(pet) || arrivedAt === undefined) return null;
  const since = new Date(arrivedAt);
  const words = waitWords(since);
  return (
    <time dateTime={arrivedAt} title={`Since ${dateWords(since)}`}>
      {/* On a phone it continues the status: "Available for 2 days". */}
      <span className="max-sm:sr-only lg:hidden">Waiting </span>
      {/* The server may have rendered both texts on a different day than the browser. */}
      <span className="lg:hidden" suppressHydrationWarning>
        {words ? "for " : "since "}
      </span>
      <span className="whitespace-nowrap" suppressHydrationWarning>
        {words ?? "today"}
      </span>
    </time>
  );
}

/** A wide table cuts a long name, so that no row grows when this arrives. */
export function AddedCell({ pet }: CellProps) {
  const { latest } = useDesk();
  const found = latest?.get(pet.id);
  // As high as the text that is to come.
  if (!found) return <div className="flex h-10 items-center">{!latest && <Skeleton className="h-3 w-24" />}</div>;
  const { added } = found;
  return (
    <div className="text-sm leading-5 wrap-anywhere lg:grid lg:min-h-10 lg:grid-cols-[minmax(0,1fr)] lg:content-center">
      <p className="lg:truncate">
        <NearDay iso={added.at} />
        <By actor={added.actor} />
      </p>
      <p className="hidden text-soft md:max-lg:block">
        <WaitingCell pet={pet} />
      </p>
    </div>
  );
}

function By({ actor }: ComponentProps<typeof ActorName>) {
  if (actor.kind === "service" || actor.kind === "unknown") return null;
  return (
    <span title={actor.name ?? undefined}>
      {" "}
      by <ActorName actor={actor} />
    </span>
  );
}

/** A long breed has two lines. */
export function KindCell({ pet: { categoryId, profile } }: CellProps) {
  const breed = profile?.breed;
  return (
    <>
      {categoryName(categoryId)}
      {breed && (
        <span className="line-clamp-2 text-soft" title={breed}>
          <bdi>{breed}</bdi>
        </span>
      )}
    </>
  );
}

export function SexCell({ pet: { profile } }: CellProps) {
  return valueWords("sex", profile?.sex ?? null);
}

export function AgeCell({ pet: { profile } }: CellProps) {
  return profile?.bornOn ? ageWords(profile.bornOn) : null;
}

export function ActionsCell({ pet }: CellProps) {
  const { sheets, rows, applicants } = useDesk();
  const client = useQueryClient();
  const applicantCount = applicants?.get(pet.id);
  // Known before the menu opens, so that no entry changes under the pointer.
  const readAhead = () => {
    if (pet.status === "sold") void client.prefetchQuery(adopterQuery(pet.id));
  };
  return (
    <Menu
      look="icon"
      onNear={readAhead}
      label={
        <MoreLabel>
          Actions for <bdi>{pet.name}</bdi>
        </MoreLabel>
      }
    >
      <MenuItem onSelect={() => sheets.open("edit", pet.id)}>Edit</MenuItem>
      <MenuItem onSelect={() => sheets.open("history", pet.id)}>History</MenuItem>
      <AdopterItem pet={pet} />
      {applicantCount && (
        <MenuLink href={inboxHref({ petId: String(pet.id) })}>{applicantsWords(applicantCount)}</MenuLink>
      )}
      <MenuLink href={`/animals/${pet.id}`}>Show public page</MenuLink>
      <MenuItem
        whyNot={whyNotRemovable(pet.status ?? DEFAULT_STATUS, applicantCount !== undefined)}
        onSelect={() => rows.change(pet, null)}
      >
        Remove from the list
      </MenuItem>
    </Menu>
  );
}

function AdopterItem({ pet: { id, status } }: CellProps) {
  const { sheets } = useDesk();
  const { data } = useQuery({ ...adopterQuery(id), enabled: status === "sold" });
  if (status === "sold" && data) return <MenuLink href={`/staff/applications/${data.id}`}>See the adopter</MenuLink>;
  return <MenuItem onSelect={() => sheets.open("adopter", id)}>Record the adopter</MenuItem>;
}
