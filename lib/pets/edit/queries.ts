import { queryOptions } from "@tanstack/react-query";
import { petKeys } from "../queries";
import { fetchEditedPet } from "./calls";

/** Returns the query of an animal that is edited. Its data is null if there is none with this id. */
export function editedPetQuery(id: bigint) {
  return queryOptions({
    queryKey: petKeys.edited(id),
    queryFn: ({ signal }) => fetchEditedPet(id, signal),
  });
}
