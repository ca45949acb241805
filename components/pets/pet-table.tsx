import type { KeyboardEvent } from "react";
import { categoryName } from "@/lib/pets/categories";
import { PENDING_ID } from "@/lib/pets/pages/add";
import type { Pet } from "@/lib/pets/schema";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { cx } from "../ui/cx";
import { Link } from "../ui/link";
import { rowLink } from "../ui/links";
import { numberCell, Table } from "../ui/table";
import { PetStatusBadge } from "./pet-status";

/** The arrow keys, Home and End move between the animals, as Tab does. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("th a")];
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
    <Table className={cx("transition-opacity", dim && "opacity-55")}>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Category</th>
          <th scope="col">Status</th>
          <th scope="col" className={numberCell}>
            Id
          </th>
        </tr>
      </thead>
      <tbody onKeyDown={moveByArrow}>
        {pets.map((pet) => {
          const status = pet.status ?? DEFAULT_STATUS;
          return (
            <tr key={pet.id.toString()} aria-busy={pet.id === PENDING_ID || undefined}>
              <th scope="row">
                {pet.id === PENDING_ID ? (
                  <Name text={pet.name} />
                ) : (
                  <Link className={rowLink} href={`/animals/${pet.id}`}>
                    <Name text={pet.name} />
                  </Link>
                )}
              </th>
              <td>{categoryName(pet.categoryId)}</td>
              <td>
                <PetStatusBadge status={status} />
              </td>
              <td className={numberCell}>{pet.id === PENDING_ID ? "…" : pet.id.toString()}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

/** A long name takes two lines here; the page of the animal shows all of it. */
const Name = ({ text }: { text: string }) => <bdi className="line-clamp-2">{text}</bdi>;
