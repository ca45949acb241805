import Link from "next/link";
import type { KeyboardEvent } from "react";
import { PENDING_ID } from "@/lib/pets/add";
import { categoryName, STATUS_LABELS } from "@/lib/pets/categories";
import type { Pet } from "@/lib/pets/schema";
import { DEFAULT_STATUS } from "@/lib/pets/status";

/** The arrow keys, Home and End move between the animals, as Tab does. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(".row-link")];
  const at = event.target instanceof HTMLElement ? links.indexOf(event.target) : -1;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  const link = at < 0 || to === undefined ? undefined : links[to];
  if (!link) return;
  event.preventDefault();
  link.focus();
}

/** The table of animals for staff. */
export function PetTable({ pets, dim }: { pets: Pet[]; dim: boolean }) {
  return (
    <div className="table-scroll" data-dim={dim || undefined}>
      <table>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Category</th>
            <th scope="col">Status</th>
            <th scope="col" className="number">
              Id
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={moveByArrow}>
          {pets.map((pet) => {
            const status = pet.status ?? DEFAULT_STATUS;
            return (
              <tr key={pet.id.toString()} aria-busy={pet.id === PENDING_ID || undefined}>
                <th scope="row" dir="auto">
                  {pet.id === PENDING_ID ? (
                    pet.name
                  ) : (
                    <Link className="row-link" href={`/animals/${pet.id}`} prefetch={false}>
                      {pet.name}
                    </Link>
                  )}
                </th>
                <td>{categoryName(pet.categoryId)}</td>
                <td>
                  <span className="badge" data-status={status}>
                    {STATUS_LABELS[status].label}
                  </span>
                </td>
                <td className="number">{pet.id === PENDING_ID ? "…" : pet.id.toString()}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
