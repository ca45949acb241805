import type { ReactNode } from "react";
import type { FormValues } from "@/lib/applications/form";
import type { PetPageData } from "@/lib/pets/adopters/pet-store";
import { statusText } from "@/lib/pets/adopters/pet-words";
import { nameInSentence } from "@/lib/values/words";
import { PetStatusBadge } from "../../pets/pet-display";
import { ButtonLink } from "../../ui/button";
import { actions, panel, stack } from "../../ui/panel";
import { cx } from "../../ui/style";
import { MainAction } from "../own-application";
import { WriteAbout } from "../pet-portrait";
import { UnsentText } from "./apply-form";

type Props = {
  pet: PetPageData;
  portrait: ReactNode;
  email: string | null;
  /** A form that was sent without JavaScript. */
  returned: FormValues | null;
};

/** Replaces the form for an animal that is pending or adopted. What was typed into it can still be read. */
export function NotAvailable({ pet, portrait, email, returned }: Props) {
  const news =
    pet.status === "sold" ? "has found a home" : pet.isAskedFor ? "may have found a home" : "is not available now";
  return (
    <>
      <div className={cx(panel, "grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]")}>
        {portrait}
        <div className={cx(stack, "justify-items-start md:py-3")}>
          <h1 className="line-clamp-4">
            <bdi>{nameInSentence(pet.name)}</bdi> {news}
          </h1>
          {pet.status && <PetStatusBadge status={pet.status} />}
          <p className="max-w-prose text-lg">{statusText(pet)}</p>
          <div className={actions}>
            <MainAction petId={pet.id}>
              <ButtonLink href="/">See available animals</ButtonLink>
            </MainAction>
            {pet.status === "pending" && email && <WriteAbout pet={pet} email={email} />}
          </div>
        </div>
      </div>
      <UnsentText petId={pet.id} returned={returned} />
    </>
  );
}
