import { authorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { recordAdopter } from "@/lib/applications/create-store";
import { Application, NewAdopter } from "@/lib/applications/schema";
import { PetParams } from "@/lib/pets/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "recordAdopter",
    summary: "Record who has adopted an animal",
    scope: "applications:write",
    stability: "experimental",
    params: PetParams,
    body: NewAdopter,
    returns: Application,
    status: 201,
    sends: ["ETag", "Location"],
    refuses: ["conflict"],
    async handle({ params: { petId }, body, caller }) {
      const { application, version } = await recordAdopter(authorOf(caller), petId, body);
      return { data: application, etag: version, location: `/v1/applications/${application.id}` };
    },
  }),
});
