import Link from "next/link";
import { categoryName, STATUS_LABELS } from "@/lib/pets/categories";
import type { Pet } from "@/lib/pets/schema";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { PrintButton } from "../ui/print-button";
import { QrCode } from "../ui/qr-code";
import { CategoryPicture } from "./category-picture";

/** The page of an animal. Printed, it is a card for the kennel, with a code that leads here. */
export function PetProfile({ pet, url }: { pet: Pet; url: string }) {
  const status = pet.status ?? DEFAULT_STATUS;
  const { label, story } = STATUS_LABELS[status];
  return (
    <article className="profile panel">
      <CategoryPicture categoryId={pet.categoryId} petId={pet.id} />
      <div className="profile-text">
        <h1 dir="auto">{pet.name}</h1>
        <p className="kind">{categoryName(pet.categoryId)}</p>
        <p className="status" data-status={status}>
          <strong>{label}</strong>
        </p>
        <p className="story">{story(pet.name)}</p>
        <div className="actions">
          <Link className="button" href="/" prefetch={false}>
            See available animals
          </Link>
          <PrintButton label="Print kennel card" />
        </div>
        <div className="print-only">
          <QrCode text={url} label={`QR code for ${url}`} />
          <p>{url}</p>
        </div>
      </div>
    </article>
  );
}
