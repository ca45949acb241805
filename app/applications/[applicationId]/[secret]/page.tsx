import type { Metadata } from "next";
import { cache } from "react";
import { KeepLink } from "@/components/applications/keep-link";
import { RememberLink } from "@/components/applications/own-application";
import { PetPortrait } from "@/components/applications/pet-portrait";
import { NoApplication, SentTexts, StatusSteps, Withdraw } from "@/components/applications/private-page";
import { OtherPets } from "@/components/pets/adopters/pet-card";
import { ReachLine } from "@/components/shelter/reach-line";
import { AdoptionNotes } from "@/components/shelter/shelter-details";
import { ButtonLink } from "@/components/ui/button";
import { panel, stack, stackedActions } from "@/components/ui/panel";
import { cx } from "@/components/ui/style";
import { applicantWords } from "@/lib/applications/applicant-words";
import { readLinkMail } from "@/lib/applications/mail-store";
import { findPrivatePage, type PrivateApplication } from "@/lib/applications/private-store";
import { EARLIER, powersOf, privatePath, retentionWords, sentPhrase, sentTitle } from "@/lib/applications/sent-words";
import { isClosed } from "@/lib/applications/status";
import { siteOrigin } from "@/lib/http/site";
import { findPetPage, listNearest } from "@/lib/pets/adopters/pet-store";
import { readNewSince } from "@/lib/pets/list/arrival-store";
import { NO_PROFILE } from "@/lib/pets/profile/schema";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { getPet } from "@/lib/pets/store";
import { settings } from "@/lib/process/settings";
import type { Shelter } from "@/lib/shelter/schema";
import { readShelter } from "@/lib/shelter/store";
import { replyByWords } from "@/lib/shelter/words";
import { isolate, nameInSentence } from "@/lib/values/words";

type Props = {
  params: Promise<{ applicationId: string; secret: string }>;
  searchParams: Promise<{ [EARLIER]?: string }>;
};

const read = cache((applicationId: string, secret: string) => findPrivatePage({ applicationId, secret }));

/** The URL is a secret, so it must not reach other sites. Headers say the same (server/pages/page-policy.ts). */
const HIDDEN = { robots: { index: false, follow: false }, referrer: "no-referrer" } as const;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { applicationId, secret } = await params;
  const found = await read(applicationId, secret);
  return { title: found ? pageTitleOf(found) : "Nothing here", ...HIDDEN };
}

const titleOf = ({ application: { petName }, isQuestion }: PrivateApplication) =>
  sentTitle(isQuestion, isolate(nameInSentence(petName)));

/** If the application was withdrawn, that comes first. */
function pageTitleOf(found: PrivateApplication): string {
  const { application, isQuestion } = found;
  if (application.status !== "withdrawn") return titleOf(found);
  const withdrawn = isQuestion ? "Taken back" : "Withdrawn";
  return `${withdrawn}: ${sentPhrase(isQuestion, isolate(nameInSentence(application.petName)))}`;
}

/** On a phone, one below the other. On a large screen, the status is beside the rest. */
const columns =
  "grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[20rem_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr] lg:gap-x-8 lg:gap-y-6";

/** With three columns, the row is full. */
const narrowColumns = cx(
  "grid grid-cols-2 gap-3 sm:gap-5 md:max-lg:grid-cols-3 xl:grid-cols-3",
  "md:max-lg:[&>:nth-child(n+4)]:hidden xl:[&>:nth-child(n+4)]:hidden",
);

/** Anybody with the link can open it. */
export default async function PrivatePage({ params, searchParams }: Props) {
  const { applicationId, secret } = await params;
  const isEarlier = (await searchParams)[EARLIER] !== undefined;
  const found = await read(applicationId, secret);
  // Not `notFound`, because without JavaScript browsers would show nothing of it.
  if (!found) return <NoApplication shelter={await readShelter()} />;
  const { application, isQuestion, sent } = found;
  const { petId, petName, mayWithdraw } = application;
  const isOver = isClosed(application.status);
  // Who applied knows the animal, even if it is no longer public. Nothing more is shown of it then.
  const [pet, seen, shelter, origin, link] = await Promise.all([
    getPet(petId, "all"),
    findPetPage(petId),
    readShelter(),
    siteOrigin(),
    isOver ? null : readLinkMail(application.id),
  ]);
  const path = privatePath(application.id, secret);
  const url = origin + path;
  const remembered = { petId: String(petId), id: application.id, secret, petName, isQuestion };
  return (
    <div className={columns}>
      <PetPortrait pet={pet} photo={seen?.profile.photos[0]} breed={seen?.profile.breed ?? null} />
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 lg:row-span-3 lg:gap-6">
        {isEarlier && (
          <p className={cx(panel, "border-accent! text-pretty")}>
            Your first text had already arrived, so what you changed after it was not sent. If the change matters,
            please tell us.
          </p>
        )}
        <Status found={found} isAvailable={seen?.status === DEFAULT_STATUS} shelter={shelter} />
        <RememberLink application={remembered} isOver={isOver} />
        {!isOver && (
          <KeepLink
            url={url}
            title={titleOf(found)}
            email={sent.email ?? ""}
            mail={link}
            powers={powersOf(isQuestion, mayWithdraw)}
          />
        )}
        <div className={cx(panel, "grid grid-cols-[minmax(0,1fr)] divide-y divide-line py-1 *:py-1")}>
          <SentTexts sent={sent} isOpen={isEarlier} />
          {mayWithdraw && <Withdraw action={path} petName={petName} isQuestion={isQuestion} />}
        </div>
        {isOver && (
          <OtherPets
            pets={await listNearest(pet, seen?.profile ?? { ...NO_PROFILE, ageGroup: null })}
            shown={[pet]}
            newSince={await readNewSince().catch(() => null)}
            columns={narrowColumns}
            className="mt-2"
          />
        )}
      </div>
      {!isOver && !isQuestion && <AdoptionNotes notes={shelter.adoptionNotes} categoryId={pet.categoryId} />}
      <ReachLine shelter={shelter} lead="Questions? Please" className="lg:self-start" />
    </div>
  );
}

type StatusProps = {
  found: PrivateApplication;
  isAvailable: boolean;
  shelter: Shelter;
};

/** Until somebody has read the application, it says by when we answer. */
function Status({ found, isAvailable, shelter }: StatusProps) {
  const { application, isQuestion, steps, visitAt } = found;
  const arrived = application.status === "new" ? steps.at(-1) : undefined;
  const isOver = isClosed(application.status);
  const petName = isolate(nameInSentence(application.petName));
  const { title, next } = applicantWords(isQuestion)[application.status](petName, visitAt);
  return (
    <section className={cx(panel, stack, "justify-items-start max-sm:gap-3")}>
      <h1 className="line-clamp-4 whitespace-pre-line max-sm:text-xl">{title}</h1>
      {arrived && <p className="font-medium text-pretty sm:text-lg">{replyByWords(shelter, arrived.at)}</p>}
      <p className="max-w-prose text-pretty sm:text-lg">{next}</p>
      {isOver && (
        <div className={cx(stackedActions, "max-w-full")}>
          <ButtonLink href="/">See available animals</ButtonLink>
          {isAvailable && (
            <ButtonLink look="quiet" href={`/animals/${application.petId}`}>
              <span className="line-clamp-2 min-w-0 wrap-anywhere">
                Back to <bdi>{nameInSentence(application.petName)}</bdi>
              </span>
            </ButtonLink>
          )}
        </div>
      )}
      <StatusSteps steps={steps} isQuestion={isQuestion} />
      {isOver && <p className="text-sm text-soft">{retentionWords(isQuestion, settings().APPLICATION_DAYS)}</p>}
    </section>
  );
}
