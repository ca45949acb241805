"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { applicationQuery } from "@/lib/applications/queries";
import type { Application } from "@/lib/applications/schema";
import { isOngoing } from "@/lib/applications/status";
import { ApiError } from "@/lib/http/errors";
import type { Shelter } from "@/lib/shelter/schema";
import type { Me } from "../../people/signed-in";
import { ButtonLink } from "../../ui/buttons/button";
import { Time } from "../../ui/display/time";
import { useShortcuts } from "../../ui/hooks/use-shortcuts";
import { useTitle } from "../../ui/hooks/use-title";
import { StepLinks, useLastList } from "../../ui/lists/step-links";
import { Loaded } from "../../ui/loading/loaded";
import { LoadingRows } from "../../ui/loading/loading";
import { BackLink } from "../../ui/navigation/back-link";
import { cx } from "../../ui/style/cx";
import { Notice } from "../../ui/style/panel";
import { ApplicationStatusBadge } from "../application-status-badge";
import { ApplicationHistory } from "./application-history";
import { ApplicationPet } from "./application-pet";
import { Decision } from "./decision";
import { DeleteApplication } from "./delete-application";
import { AssignPanel, HandlerLine } from "./handler";
import { Letter } from "./letter";
import { NoteForm } from "./note-form";
import { OtherApplications } from "./other-applications";
import { Reply } from "./reply";
import { Suspicion } from "./suspicion";
import { useDecisions } from "./use-decisions";

/** Returns what the applicant wants, to be followed by the name of the animal. */
function purposeOf({ order, isQuestion }: Application): string {
  if (order?.status === "completed") return "adopted";
  return isQuestion ? "asks about" : "wants to adopt";
}

/**
 * A column of the page. On a small screen there is only one: the message, the next steps, the reply, and then the
 * animal and the other applications.
 */
const column = "grid grid-cols-[minmax(0,1fr)] gap-5 max-lg:contents";

type Props = { id: string; me: Me; shelter: Shelter };

/** An application beside its animal, with everything that the shelter can do with it. */
export function ApplicationPage({ id, me, shelter }: Props) {
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
        <Loaded what="This application" query={query} loading={<LoadingRows />}>
          {(application) => <Opened application={application} me={me} shelter={shelter} />}
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

function Opened({ application, me, shelter }: OpenedProps) {
  const decisions = useDecisions(application);
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
          <HandlerLine application={application} decisions={decisions} me={me} />
        </div>
      </header>
      {folder === "suspicious" && <Suspicion application={application} decisions={decisions} me={me} />}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 max-lg:[reading-flow:grid-order] lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]">
        <Letter application={application} decisions={decisions} />
        <div className={cx(column, "lg:row-span-2")}>
          {folder === "inbox" && <Decision application={application} decisions={decisions} me={me} />}
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 max-lg:order-1">
            <ApplicationPet petId={application.petId} petName={petName} />
            <OtherApplications application={application} />
            {me.role === "admin" && isOngoing(application) && (
              <AssignPanel application={application} decisions={decisions} me={me} />
            )}
          </div>
        </div>
        <div className={column}>
          {email !== null && <Reply application={application} email={email} decisions={decisions} shelter={shelter} />}
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
