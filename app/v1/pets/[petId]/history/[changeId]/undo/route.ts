import { authorOf } from "@/lib/api/actor";
import { endpoint, route } from "@/lib/api/endpoint";
import { EmptyObject } from "@/lib/bodies";
import { ChangeParams } from "@/lib/pets/changes/history-schema";
import { undoChange } from "@/lib/pets/changes/undo-store";
import { PetDetail } from "@/lib/pets/schema";

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
      const pet = await undoChange({ author: authorOf(caller), petId, changeId, ifMatch });
      return { data: pet, etag: pet.version };
    },
  }),
});
