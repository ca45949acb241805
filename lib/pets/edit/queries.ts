import { queryOptions } from "@tanstack/react-query";
import { petKeys } from "../queries";
import { fetchEditedPet } from "./calls";

/** Returns the query for the animal to edit. Its data is null if there is no animal with this id. */
export function editedPetQuery(id: bigint) {
  return queryOptions({
    queryKey: petKeys.edited(id),
    queryFn: ({ signal }) => fetchEditedPet(id, signal),
  });
}
