import { endpoint, route } from "@/lib/api/endpoint";
import { ApiError } from "@/lib/http/errors";
import { GET_PET_DEPRECATION } from "@/lib/pets/deprecation";
import { NO_PET, PetDetail, PetParams } from "@/lib/pets/schema";
import { getPet } from "@/lib/pets/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "getPet",
    summary: "Get an animal",
    scope: "pets:read",
    params: PetParams,
    returns: PetDetail,
    deprecated: GET_PET_DEPRECATION,
    async handle({ params: { petId } }) {
      const pet = await getPet(petId);
      if (!pet) throw new ApiError("not_found", NO_PET);
      return { data: pet };
    },
  }),
});
