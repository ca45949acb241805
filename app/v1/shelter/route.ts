import { actorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { NewShelter, Shelter } from "@/lib/shelter/schema";
import { changeShelter, readStoredShelter } from "@/lib/shelter/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "getShelter",
    summary: "Get what the shelter says about itself",
    scope: "pets:read",
    stability: "experimental",
    returns: Shelter,
    sends: ["ETag"],
    async handle() {
      const { shelter, version } = await readStoredShelter();
      return { data: shelter, etag: version };
    },
  }),
  PUT: endpoint({
    operationId: "changeShelter",
    summary: "Replace what the shelter says about itself",
    scope: "admin",
    stability: "experimental",
    body: NewShelter,
    precondition: "optional",
    returns: Shelter,
    sends: ["ETag"],
    async handle({ body, caller, ifMatch }) {
      const { shelter, version } = await changeShelter(actorOf(caller), body, ifMatch);
      return { data: shelter, etag: version };
    },
  }),
});
