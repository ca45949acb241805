import { endpoint, route } from "@/lib/http/endpoint";
import { ListPetsQuery, NewPet, Pet, Pets } from "@/lib/pets/schema";
import { createPet, createPetOnce, listPets } from "@/lib/pets/store";

const added = (pet: Pet) => ({ data: pet, location: `/v1/pets/${pet.id}` });

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "listPets",
    scope: "pets:read",
    query: ListPetsQuery,
    returns: Pets,
    async handle({ query }) {
      const { pets, next, prev } = await listPets(query);
      return { data: pets, page: { next, prev } };
    },
  }),
  POST: endpoint({
    operationId: "createPet",
    scope: "pets:write",
    body: NewPet,
    returns: Pet,
    status: 201,
    idempotent: true,
    async handle({ body, idempotencyKey, toKept }) {
      if (idempotencyKey) return createPetOnce(body, idempotencyKey, (pet) => toKept(added(pet)));
      return added(await createPet(body));
    },
  }),
});
