import { authorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { ListPetsQuery } from "@/lib/pets/list/query";
import { Pets } from "@/lib/pets/list/schema";
import { listPets } from "@/lib/pets/list/store";
import { NewPet, PetDetail } from "@/lib/pets/schema";
import { createPet } from "@/lib/pets/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "listPets",
    summary: "List animals",
    scope: "pets:read",
    query: ListPetsQuery,
    returns: Pets,
    sends: ["Link"],
    async handle({ query }) {
      const { pets, ...page } = await listPets(query);
      return { data: pets, page };
    },
  }),
  POST: endpoint({
    operationId: "createPet",
    summary: "Add an animal",
    scope: "pets:write",
    body: NewPet,
    returns: PetDetail,
    status: 201,
    sends: ["Location", "ETag"],
    idempotent: true,
    async handle({ body, caller, transaction }) {
      const pet = await createPet(authorOf(caller), body, transaction);
      return { data: pet, location: `/v1/pets/${pet.id}`, etag: pet.version };
    },
  }),
});
