import { authorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { NewProfile, Profile } from "@/lib/pets/profile/schema";
import { getProfile, setProfile } from "@/lib/pets/profile/store";
import { PetParams } from "@/lib/pets/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: endpoint({
    operationId: "getProfile",
    summary: "Get the profile of an animal",
    scope: "pets:read",
    stability: "experimental",
    params: PetParams,
    returns: Profile,
    sends: ["ETag"],
    async handle({ params: { petId } }) {
      const { profile, version } = await getProfile(petId);
      return { data: profile, etag: version };
    },
  }),
  PUT: endpoint({
    operationId: "setProfile",
    summary: "Replace the profile of an animal, except its photos",
    scope: "pets:write",
    stability: "experimental",
    params: PetParams,
    body: NewProfile,
    precondition: "optional",
    returns: Profile,
    sends: ["ETag"],
    async handle({ params: { petId }, body, ifMatch, caller }) {
      const { profile, version } = await setProfile({ author: authorOf(caller), petId, ifMatch, profile: body });
      return { data: profile, etag: version };
    },
  }),
});
