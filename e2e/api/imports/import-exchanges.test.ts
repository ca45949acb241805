import { expect, test } from "vitest";
import { encodeJson } from "@/lib/http/json";
import { claimJob } from "@/lib/jobs/store";
import { runJob } from "@/lib/jobs/worker";
import { IMPORT_JOBS } from "@/lib/pets/import/import-store";
import { createPet } from "@/lib/pets/store";
import { suiteService } from "../support/service";

const service = suiteService();

test("the page of imports", async () => {
  await createPet({ kind: "operator" }, { name: "Péanut", categoryId: 4n });
  const rows = [
    {
      ...{ name: "Peanut", categoryId: 4 },
      profile: { bornOn: "2024-03-04", sex: "female" },
      care: { location: "A", reference: "7" },
    },
    {
      ...{ name: "Rolo", categoryId: 5 },
      profile: { bornOn: "2024", sex: "male", neutered: true },
      care: { location: "A", reference: "8" },
    },
  ];
  const body = encodeJson({ rows, byReference: true });
  const preview = await service.call("POST /v1/imports/preview", { body, record: "import-preview" });
  expect(preview.json).toMatchObject({ rows: ["alike", "new"] });
  const sent = await service.call("POST /v1/imports", { body, record: "import-sent" });
  const job = await claimJob("import");
  if (job) await runJob(job, IMPORT_JOBS, new AbortController().signal);
  const done = await service.call(`GET ${sent.headers.location}`, { record: "import-done" });
  expect(done.json).toMatchObject({ status: "done" });
  const again = await service.call("POST /v1/imports/preview", { body, record: "import-preview-again" });
  expect(again.json).toMatchObject({ rows: ["same", "same"], references: 2n });
});
