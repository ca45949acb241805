import { requireScope } from "@/lib/api/authorise";
import { authorOf } from "@/lib/api/caller";
import { endpoint, type Routes } from "@/lib/api/endpoint";
import { enqueueImport, readImport } from "@/lib/pets/import/import-store";
import { previewImport } from "@/lib/pets/import/preview-store";
import { Import, ImportParams, ImportPreview, MAX_IMPORT_BYTES, NewImport } from "@/lib/pets/import/schema";

const hasCare = ({ rows, hidden }: NewImport) => hidden || rows.some(({ care }) => care !== undefined);

export const IMPORTS: Routes = {
  "/v1/imports": {
    POST: endpoint({
      operationId: "createImport",
      summary: "Add and change up to 10,000 animals",
      description:
        "Leaves the rows to a job, which survives a restart of the service, and answers at once: ask `getImport` until the `status` is no longer `waiting`. All rows that are not refused are made together, as one change set that can be undone. A row with an `id` changes that animal as `changePet` does, any other adds one. A body with a mistake gets 400 as a whole.",
      scope: "pets:write",
      body: NewImport,
      bodyBytes: MAX_IMPORT_BYTES,
      returns: Import,
      status: 202,
      sends: ["Location"],
      confirms: true,
      async handle({ body, caller, consent }) {
        if (hasCare(body)) requireScope(caller, "care:write");
        const id = await enqueueImport({ ...body, author: authorOf(caller), consent });
        const waiting = {
          id,
          status: "waiting",
          progress: 0,
          total: body.rows.length,
          result: null,
          problem: null,
        } as const;
        return { data: waiting, location: `/v1/imports/${id}` };
      },
    }),
  },
  "/v1/imports/preview": {
    POST: endpoint({
      operationId: "previewImport",
      summary: "Say what an import would do",
      description:
        "Takes the body of `createImport`, changes nothing, and says what would become of each row now. With care, it needs `care:read`.",
      scope: "pets:write",
      body: NewImport,
      bodyBytes: MAX_IMPORT_BYTES,
      // It changes nothing.
      idempotent: "none",
      returns: ImportPreview,
      async handle({ body, caller }) {
        if (hasCare(body)) requireScope(caller, "care:read");
        return { data: await previewImport(body) };
      },
    }),
  },
  "/v1/imports/[importId]": {
    GET: endpoint({
      operationId: "getImport",
      summary: "Get the progress and the result of an import",
      description:
        "Says how far an import is, and when it is `done` what became of each row. An import is kept for 30 days.",
      scope: "pets:write",
      params: ImportParams,
      returns: Import,
      handle: async ({ params: { importId } }) => ({ data: await readImport(importId) }),
    }),
  },
};
