import { endpoint, route } from "@/lib/api/endpoint";
import { searchPets } from "@/lib/pets/adopters/search-store";
import { SearchPetsQuery } from "@/lib/pets/list/query";
import { FoundPets } from "@/lib/pets/list/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "searchPets",
    summary: "Find animals by names, breeds, stories and words for facts",
    scope: "pets:read",
    stability: "experimental",
    query: SearchPetsQuery,
    returns: FoundPets,
    sends: ["Link"],
    async handle({ query }) {
      const { next, prev, ...found } = await searchPets(query);
      return { data: found, page: { next, prev } };
    },
  }),
});
