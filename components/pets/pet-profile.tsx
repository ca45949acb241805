import { categoryName } from "@/lib/pets/categories";
import { storyOf } from "@/lib/pets/pages/stories";
import type { Pet } from "@/lib/pets/schema";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { ButtonLink } from "../ui/button";
import { cx } from "../ui/cx";
import { actions, panel } from "../ui/panel";
import { PrintButton } from "../ui/print-button";
import { QrCode } from "../ui/qr-code";
import { CategoryPicture } from "./category-picture";
import { PetStatusBadge } from "./pet-status";

const columns = "grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:gap-9";

/** The page of an animal. Printed, it is a card for the kennel, with a code that leads here. */
export function PetProfile({ pet, url }: { pet: Pet; url: string }) {
  const status = pet.status ?? DEFAULT_STATUS;
  return (
    <article className={cx(panel, columns, "print:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]")}>
      <CategoryPicture
        className="aspect-[4/3] w-full self-start rounded-card p-3 md:aspect-square print:print-color-exact"
        categoryId={pet.categoryId}
        petId={pet.id}
      />
      <div className="grid content-start gap-3 md:py-4">
        <h1 className="line-clamp-4 print:text-[3rem]">
          <bdi>{pet.name}</bdi>
        </h1>
        <p className="text-soft">{categoryName(pet.categoryId)}</p>
        <p>
          <PetStatusBadge status={status} />
        </p>
        <p className="max-w-prose text-lg">{storyOf(pet)}</p>
        <div className={cx(actions, "mt-2 print:hidden")}>
          <ButtonLink href="/">See available animals</ButtonLink>
          <PrintButton label="Print kennel card" />
        </div>
        <div className="hidden print:block">
          <QrCode text={url} label={`QR code for ${url}`} />
          <p>{url}</p>
        </div>
      </div>
    </article>
  );
}
