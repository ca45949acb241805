import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../errors";
import { type Addition, addPet } from "./calls";
import { type PetsPage, petKeys } from "./queries";
import type { Pet } from "./schema";

/** So often an addition is tried again by itself while an earlier try with its key is still running. */
const MAX_TRIES_IN_CONFLICT = 5;

/** Adds an animal: on the list at once, off it again when that fails; every list is read anew afterwards. */
export function useAddPet() {
  const client = useQueryClient();
  const first = petKeys.list({});
  return useMutation({
    mutationFn: addPet,
    retry: (failures, error) =>
      error instanceof ApiError && error.code === "conflict" && failures < MAX_TRIES_IN_CONFLICT,
    onMutate: async ({ pet }: Addition) => {
      await client.cancelQueries({ queryKey: petKeys.all });
      const before = client.getQueryData<PetsPage>(first);
      const shown: Pet = { ...pet, id: PENDING_ID };
      client.setQueryData<PetsPage>(first, (page) => page && { ...page, pets: [shown, ...page.pets].slice(0, 20) });
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
    onSettled: () => void client.invalidateQueries({ queryKey: petKeys.all }),
  });
}

/** The id of an animal that is being added; the service never gives it. */
export const PENDING_ID = 0n;
