import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refetch } from "../../refetch";
import { PAGE_SIZE } from "../list/page-size";
import type { Pet } from "../schema";
import { type Addition, addPet } from "./calls";
import type { PetsPage } from "./page";
import { petKeys } from "./queries";

/** Adds an animal with an optimistic update, which is undone on failure. All lists are refetched afterwards. */
export function useAddPet() {
  const client = useQueryClient();
  const first = petKeys.list({});
  return useMutation({
    mutationFn: addPet,
    onMutate: async ({ pet }: Addition) => {
      await client.cancelQueries({ queryKey: petKeys.all });
      const before = client.getQueryData<PetsPage>(first);
      const shown: Pet = { ...pet, id: PENDING_ID };
      client.setQueryData<PetsPage>(
        first,
        (page) => page && { ...page, pets: [shown, ...page.pets].slice(0, PAGE_SIZE) },
      );
      return { before };
    },
    onSuccess: (pet) => {
      client.setQueryData<PetsPage>(
        first,
        (page) => page && { ...page, pets: page.pets.map((shown) => (shown.id === PENDING_ID ? pet : shown)) },
      );
    },
    onError: (_error, _pet, context) => {
      if (context?.before) client.setQueryData(first, context.before);
    },
    onSettled: () => void refetch(client, petKeys.all),
  });
}

/** The id of an animal that is being added; the service never assigns it. */
export const PENDING_ID = 0n;
