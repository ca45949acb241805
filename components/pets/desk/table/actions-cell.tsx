import { useQuery, useQueryClient } from "@tanstack/react-query";
import { inboxHref } from "@/lib/applications/inbox/inbox";
import { applicantsWords } from "@/lib/applications/staff-words";
import { whyNotRemovable } from "@/lib/pets/bulk/removable";
import { adopterQuery } from "@/lib/pets/desk/queries";
import type { ListedPet } from "@/lib/pets/list/schema";
import { DEFAULT_STATUS } from "@/lib/pets/status";
import { Menu, MenuItem, MenuLink, MoreLabel } from "../../../ui/overlays/menu";
import { useDeskCells } from "./desk-context";

type Props = { pet: ListedPet };

/** The menu of other actions on an animal. */
export function ActionsCell({ pet }: Props) {
  const { openSheet, remove, applicants } = useDeskCells();
  const client = useQueryClient();
  const applicantCount = applicants?.get(pet.id);
  // Known before the menu opens, so that no entry changes under the pointer.
  const readAhead = () => {
    if (pet.status === "sold") void client.prefetchQuery(adopterQuery(pet.id));
  };
  return (
    <Menu
      look="icon"
      onNear={readAhead}
      label={
        <MoreLabel>
          Actions for <bdi>{pet.name}</bdi>
        </MoreLabel>
      }
    >
      <MenuItem onSelect={() => openSheet("edit", pet.id)}>Edit</MenuItem>
      <MenuItem onSelect={() => openSheet("edit", pet.id, "photos")}>Add photos</MenuItem>
      <MenuItem onSelect={() => openSheet("history", pet.id)}>History</MenuItem>
      <AdopterItem pet={pet} />
      {applicantCount && (
        <MenuLink href={inboxHref({ petId: String(pet.id) })}>{applicantsWords(applicantCount)}</MenuLink>
      )}
      <MenuLink href={`/animals/${pet.id}`}>Show public page</MenuLink>
      <MenuItem
        whyNot={whyNotRemovable(pet.status ?? DEFAULT_STATUS, applicantCount !== undefined)}
        onSelect={() => remove(pet)}
      >
        Remove from the list
      </MenuItem>
    </Menu>
  );
}

/** Leads to the adopter of the animal, or records one. */
function AdopterItem({ pet: { id, status } }: Props) {
  const { openSheet } = useDeskCells();
  const { data } = useQuery({ ...adopterQuery(id), enabled: status === "sold" });
  if (status === "sold" && data) return <MenuLink href={`/staff/applications/${data.id}`}>See the adopter</MenuLink>;
  return <MenuItem onSelect={() => openSheet("adopter", id)}>Record the adopter</MenuItem>;
}
