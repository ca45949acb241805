import type { QueryClient } from "@tanstack/react-query";
import type { ListedPet, PetsPage } from "../list/schema";
import { deskKeys } from "./queries";

/** Shows new values of an animal on every cached page of the staff's list. */
export function showInLists(client: QueryClient, id: bigint, values: Partial<ListedPet>): void {
  client.setQueriesData<PetsPage>({ queryKey: deskKeys.lists }, (page) =>
    page ? { ...page, pets: page.pets.map((pet) => (pet.id === id ? { ...pet, ...values } : pet)) } : page,
  );
}
