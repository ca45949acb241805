import { endpoint, route } from "@/lib/api/endpoint";
import { countPets } from "@/lib/pets/list/count-store";
import { CountPetsQuery } from "@/lib/pets/list/query";
import { PetCounts } from "@/lib/pets/list/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "countPets",
    summary: "Count animals by status and kind",
    scope: "pets:read",
    stability: "experimental",
    query: CountPetsQuery,
    returns: PetCounts,
    async handle({ query }) {
      return { data: await countPets(query) };
    },
  }),
});
