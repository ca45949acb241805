import Link from "next/link";
import { categoryName, STATUS_LABELS } from "@/lib/pets/categories";
import type { Pet } from "@/lib/pets/schema";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { CategoryPicture } from "./category-picture";

/** An animal in the list for adopters. */
export function PetCard({ pet }: { pet: Pet }) {
  const status = pet.status ?? DEFAULT_STATUS;
  const { label, explanation } = STATUS_LABELS[status];
  return (
    <li className="card">
      <CategoryPicture categoryId={pet.categoryId} petId={pet.id} />
      <div className="card-text">
        <h3 dir="auto">
          <Link className="card-link" href={`/animals/${pet.id}`} prefetch={false}>
            {pet.name}
          </Link>
        </h3>
        <p className="kind">{categoryName(pet.categoryId)}</p>
        <p className="status" data-status={status}>
          <strong>{label}</strong>
          <span>{explanation}</span>
        </p>
      </div>
    </li>
  );
}
