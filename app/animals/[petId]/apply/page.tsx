import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { ApplyForm, AskedAlready } from "@/components/applications/apply/apply-form";
import { NextSteps } from "@/components/applications/apply/next-steps";
import { NotAvailable } from "@/components/applications/apply/not-available";
import { PetBackLink, PetPortrait, SmallPortrait } from "@/components/applications/pet-portrait";
import { OtherPets } from "@/components/pets/adopters/pet-card";
import { ReachLine } from "@/components/shelter/reach-line";
import { AdoptionNotes } from "@/components/shelter/shelter-details";
import { cx } from "@/components/ui/style";
import { RETURNED_FORM_HEADER } from "@/lib/api/page-form";
import { ReturnedForm } from "@/lib/applications/form";
import { isMailOn } from "@/lib/mail/store";
import { findPet, listNearest } from "@/lib/pets/adopters/pet-store";
import { readNewSince } from "@/lib/pets/list/arrival-store";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { readShelter } from "@/lib/shelter/store";
import { replyWords } from "@/lib/shelter/words";
import { isolate, nameInSentence } from "@/lib/values/words";
import { firstForm } from "../../../forms";

type Props = { params: Promise<{ petId: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const pet = await findPet((await params).petId);
  if (!pet) return { title: "Animal not found", robots: { index: false } };
  return { title: `Adopt or ask about ${isolate(nameInSentence(pet.name))}`, robots: { index: false } };
}

/** Hides what does not concern staff who have entered an application. */
const unlessEntered = "group-has-data-[part=entered]/apply:hidden";
/** Nor those who have already applied. */
const unlessAsked = cx(unlessEntered, "group-has-data-[part=asked]/apply:hidden");
/** Nor those who only have a question. */
const unlessQuestion = cx(unlessEntered, "group-has-[[value=question]:checked]/apply:hidden");

export default async function ApplyPage({ params }: Props) {
  const pet = await findPet((await params).petId);
  if (!pet) notFound();
  const { id, name, status = DEFAULT_STATUS, profile } = pet;
  const portrait = <PetPortrait pet={pet} photo={profile.photos[0]} breed={profile.breed} />;
  const [shelter, returned] = await Promise.all([readShelter(), readReturned()]);
  if (status !== "available") {
    return (
      <>
        <NotAvailable pet={pet} portrait={portrait} email={shelter.email} returned={returned?.values ?? null} />
        <OtherPets
          pets={await listNearest(pet, profile)}
          shown={[pet]}
          newSince={await readNewSince().catch(() => null)}
        />
      </>
    );
  }
  return (
    <>
      <PetBackLink pet={pet} />
      <div className="group/apply grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-8">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 sm:gap-5 lg:col-start-2 lg:row-start-1">
          <div className="flex items-center gap-3.5">
            <SmallPortrait pet={pet} photo={profile.photos[0]} />
            <h1 id="apply-heading" className="line-clamp-4 min-w-0 max-sm:text-xl">
              Adopt or ask about <bdi>{name}</bdi>
            </h1>
          </div>
          <AskedAlready
            petId={id}
            name={name}
            reply={replyWords(shelter.replyDays)}
            meanwhile={<ReachLine shelter={shelter} lead="Questions? Please" />}
          >
            <ApplyForm
              pet={{ id, name }}
              shelterName={shelter.name}
              first={firstForm(returned)}
              sendsMail={isMailOn()}
              otherWays={<ReachLine shelter={shelter} lead="Rather talk to us? Please" className="-mt-2 text-soft" />}
            />
          </AskedAlready>
        </div>
        {/* Below the form, or on a large screen in the first column. */}
        <aside className="grid content-start gap-5 lg:sticky lg:top-6 lg:col-start-1 lg:row-start-1 lg:self-start">
          <div className="max-lg:hidden">{portrait}</div>
          <NextSteps shelter={shelter} className={unlessAsked} />
          <AdoptionNotes notes={shelter.adoptionNotes} categoryId={pet.categoryId} className={unlessQuestion} />
        </aside>
      </div>
    </>
  );
}

/** Reads a form that was sent without JavaScript and is shown again. Returns null for a new form. */
async function readReturned(): Promise<ReturnedForm | null> {
  const text = (await headers()).get(RETURNED_FORM_HEADER);
  return text === null ? null : ReturnedForm.parse(JSON.parse(decodeURIComponent(text)));
}
