import { endpoint, route } from "@/lib/api/endpoint";
import { PetCounts } from "@/lib/pets/list/count-schema";
import { countPets } from "@/lib/pets/list/count-store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "countPets",
    summary: "Count animals by status and kind",
    scope: "pets:read",
    stability: "experimental",
    returns: PetCounts,
    async handle() {
      return { data: await countPets() };
    },
  }),
});
