import { authorOf } from "@/lib/api/caller";
import { endpoint, route } from "@/lib/api/endpoint";
import { changeBatchAndApplications } from "@/lib/applications/pet-effects-store";
import { BatchResults, MAX_BATCH_BYTES, PetBatch } from "@/lib/pets/changes/batch-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: endpoint({
    operationId: "changePets",
    summary: "Change or remove up to 200 animals, or undo that",
    scope: "pets:write",
    stability: "experimental",
    body: PetBatch,
    bodyBytes: MAX_BATCH_BYTES,
    returns: BatchResults,
    refusesWithData: true,
    async handle({ body, caller }) {
      const results = await changeBatchAndApplications(authorOf(caller), body);
      const isRefused = body.mode === "all" && results.some(({ status }) => status !== 200n);
      return { data: { results }, isRefused };
    },
  }),
});
