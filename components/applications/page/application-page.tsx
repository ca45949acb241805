"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { applicationQuery, applicationsQuery } from "@/lib/applications/client";
import { inboxHref } from "@/lib/applications/inbox";
import type { Application } from "@/lib/applications/schema";
import { isOngoing } from "@/lib/applications/status";
import { ApiError } from "@/lib/http/errors";
import { petsByIdQuery } from "@/lib/pets/client";
import { categoryName } from "@/lib/pets/kinds";
import type { Profile } from "@/lib/pets/profile/schema";
import { companionWords, factLine } from "@/lib/pets/profile/words";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import type { Shelter } from "@/lib/shelter/schema";
import { PetStatusBadge, PetThumb } from "../../pets/pet-display";
import { ButtonLink } from "../../ui/button";
import { Link } from "../../ui/link";
import { Loaded } from "../../ui/load-problem";
import { Skeleton } from "../../ui/loading";
import { BackLink, useTitle } from "../../ui/page-head";
import { Notice, Panel, panel } from "../../ui/panel";
import { useShortcuts } from "../../ui/shortcuts";
import { StepLinks, useLastList } from "../../ui/step-links";
import { cx, rowLink } from "../../ui/style";
import { Time } from "../../ui/time";
import { ApplicationStatusBadge } from "../application-status-badge";
import { ApplicationHistory } from "./application-history";
import { NextSteps } from "./decision";
import { AssignPanel, HandlerLine } from "./handler";
import { Letter } from "./letter";
import { NoteForm } from "./note-form";
import { DeleteApplication, Suspicion } from "./removal";
import { Reply } from "./reply";

function ApplicationPet({ petId, petName }: { petId: bigint; petName: string }) {
  const pet = useQuery(petsByIdQuery(String(petId))).data?.[0];
  const profile = pet?.profile;
  return (
    <section
      className={cx(panel, "grid overflow-hidden p-0! sm:max-lg:grid-cols-[14rem_minmax(0,1fr)]")}
      aria-labelledby="animal-heading"
    >
      <PetThumb
        className="aspect-[3/2] size-full! rounded-none"
        petId={petId}
        categoryId={pet?.categoryId}
        photo={profile?.photos[0]?.urls[640]}
      />
      <div className="grid content-start gap-2 p-5">
        <h2 id="animal-heading" className="line-clamp-2 wrap-anywhere">
          <bdi>{petName}</bdi>
        </h2>
        <p className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere text-soft">
          {pet && (
            <>
              <PetStatusBadge status={pet.status ?? DEFAULT_STATUS} />
              {[categoryName(pet.categoryId), ...(profile ? factLine({ ...pet, profile }) : [])].join(", ")}
            </>
          )}
        </p>
        {profile && <p className="text-sm">{goodWithWords(profile)}</p>}
        <p className="flex flex-wrap gap-x-5">
          <Link className={rowLink} href={`/animals/${petId}`}>
            Public page
          </Link>
          <Link className={rowLink} href={`/staff/animals?edit=${petId}`}>
            Edit
          </Link>
        </p>
      </div>
    </section>
  );
}

function goodWithWords({ goodWith }: Profile): string {
  const [good, bad] = [companionWords(goodWith, true), companionWords(goodWith, false)];
  return [good && `Good with ${good}.`, bad && `Not with ${bad}.`].filter(Boolean).join(" ");
}

const MAX_LISTED = 5;

function OtherApplications({ application: { id, petId } }: { application: Application }) {
  const { data } = useQuery(applicationsQuery({ petId: String(petId) }));
  const others = data?.applications.filter((other) => other.id !== id);
  return (
    <Panel id="others-heading" title="Other applications for this animal">
      {!others && <Skeleton className="h-11" />}
      {others?.length === 0 && <p className="text-soft">Nobody else has asked.</p>}
      {others && others.length > 0 && (
        <ul>
          {others.slice(0, MAX_LISTED).map((other) => (
            <li key={other.id} className="flex items-center justify-between gap-3 border-b border-line last:border-b-0">
              <Link className={cx(rowLink, "min-w-0 wrap-anywhere")} href={`/staff/applications/${other.id}`}>
                <bdi>{other.name}</bdi>
              </Link>
              <ApplicationStatusBadge application={other} />
            </li>
          ))}
        </ul>
      )}
      {others && others.length > MAX_LISTED && (
        <Link className={rowLink} href={inboxHref({ petId: String(petId) })}>
          All applications for this animal
        </Link>
      )}
    </Panel>
  );
}

function purposeOf({ order, isQuestion }: Application): string {
  if (order?.status === "completed") return "adopted";
  return isQuestion ? "asks about" : "wants to adopt";
}

/** On a small screen there is one column: message, next steps, reply, animal, other applications. */
const column = "grid grid-cols-[minmax(0,1fr)] gap-5 max-lg:contents";

type Props = { id: string; isAdmin: boolean; shelter: Shelter };

export function ApplicationPage({ id, isAdmin, shelter }: Props) {
  const query = useQuery(applicationQuery(id));
  const list = useLastList("/staff/applications", id);
  const router = useRouter();
  const goTo = (to: string | undefined) => () => to !== undefined && router.push(`/staff/applications/${to}`);
  useShortcuts({ j: goTo(list?.next), k: goTo(list?.previous) });
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  return (
    <>
      <div className="flex items-center justify-between gap-x-4">
        <BackLink href={list?.href ?? "/staff/applications"}>{list?.label ?? "Applications"}</BackLink>
        <nav aria-label="Neighbours" className="-mb-4">
          <StepLinks path="/staff/applications" id={id} noun="application" />
        </nav>
      </div>
      {isGone ? (
        <Gone />
      ) : (
        <Loaded what="This application" query={query}>
          {(application) => <Opened application={application} isAdmin={isAdmin} shelter={shelter} />}
        </Loaded>
      )}
    </>
  );
}

function Gone() {
  return (
    <>
      <h1>No such application</h1>
      <Notice>
        <p>It was deleted, or the link is wrong.</p>
        <ButtonLink href="/staff/applications">See the applications</ButtonLink>
      </Notice>
    </>
  );
}

type OpenedProps = Omit<Props, "id"> & { application: Application };

function Opened({ application, isAdmin, shelter }: OpenedProps) {
  useTitle(application.name, shelter.name);
  const { name, email, petName, createdAt, folder } = application;
  return (
    <>
      <header className="grid gap-2 max-sm:gap-0.5">
        <h1 className="line-clamp-3 wrap-anywhere max-sm:text-xl">
          <bdi>{name}</bdi>
        </h1>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 max-sm:gap-y-0.5">
          <p className="min-w-0 text-soft max-sm:text-sm sm:flex sm:flex-wrap sm:items-center sm:gap-x-3 sm:gap-y-1">
            <ApplicationStatusBadge application={application} />{" "}
            <span className="min-w-0 wrap-anywhere">
              {purposeOf(application)} <bdi>{petName}</bdi>,{" "}
              <span className="whitespace-nowrap">
                <Time iso={createdAt} />
              </span>
            </span>
          </p>
          <HandlerLine application={application} />
        </div>
      </header>
      {folder === "suspicious" && <Suspicion application={application} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 max-lg:[reading-flow:grid-order] lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]">
        <Letter application={application} />
        <div className={cx(column, "lg:row-span-2")}>
          {folder === "inbox" && <NextSteps application={application} />}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 max-lg:order-1">
            <ApplicationPet petId={application.petId} petName={petName} />
            <OtherApplications application={application} />
            {isAdmin && isOngoing(application) && <AssignPanel application={application} />}
          </div>
        </div>
        <div className={column}>
          {email !== null && <Reply application={application} email={email} shelter={shelter} />}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 max-lg:order-2">
            <NoteForm key={application.id} application={application} />
            <ApplicationHistory application={application} />
            <DeleteApplication application={application} />
          </div>
        </div>
      </div>
    </>
  );
}
