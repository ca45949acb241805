import { authorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { undoChangeAndApplications } from "@/lib/applications/pet-effects-store";
import { ChangeParams } from "@/lib/pets/changes/history-schema";
import { PetDetail } from "@/lib/pets/schema";
import { EmptyObject } from "@/lib/values/schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "undoChange",
    summary: "Undo a change of an animal, or restore a removed one",
    scope: "pets:write",
    stability: "experimental",
    params: ChangeParams,
    body: EmptyObject,
    // A removed animal has no ETag.
    precondition: "optional",
    returns: PetDetail,
    sends: ["ETag"],
    refuses: ["conflict", "precondition_required"],
    async handle({ params: { petId, changeId }, ifMatch, caller }) {
      const wanted = { author: authorOf(caller), petId, change: { id: changeId }, ifMatch };
      const pet = await undoChangeAndApplications(wanted);
      return { data: pet, etag: pet.version };
    },
  }),
});
