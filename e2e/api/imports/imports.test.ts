import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { pool } from "@/lib/database/pool";
import { encodeJson } from "@/lib/http/json";
import { claimJob, type Job, LEASE_MS } from "@/lib/jobs/store";
import { JobWorker, runJob } from "@/lib/jobs/worker";
import { changePet } from "@/lib/pets/changes/patch-store";
import { IMPORT_JOBS } from "@/lib/pets/import/import-store";
import { Import } from "@/lib/pets/import/schema";
import { getProfile } from "@/lib/pets/profile/store";
import type { NewPet } from "@/lib/pets/schema";
import { createPet, getPet } from "@/lib/pets/store";
import { now, setClock } from "@/lib/process/clock";
import { expectError } from "../support/answers";
import { sentApplication } from "../support/applications";
import { type Call, suiteService } from "../support/service";

const service = suiteService();
const operator = { kind: "operator" } as const;
const newPet = (more: Partial<NewPet> = {}) => createPet(operator, { name: "Biscuit", categoryId: 1n, ...more });

afterEach(() => setClock(null));

const send = (rows: readonly object[], call: Call = {}) =>
  service.call("POST /v1/imports", { body: encodeJson({ rows }), ...call });

async function sendValid(rows: readonly object[], call?: Call): Promise<bigint> {
  const answer = await send(rows, call);
  expect(answer, answer.text).toMatchObject({ status: 202 });
  const { id } = z.object({ id: z.bigint() }).parse(answer.json);
  expect(answer.headers.location).toBe(`/v1/imports/${id}`);
  return id;
}

const read = async (id: bigint) => Import.parse((await service.call(`GET /v1/imports/${id}`)).json);

async function claim(): Promise<Job> {
  const job = await claimJob("import");
  if (!job) throw new Error("no import is due");
  return job;
}

const run = (job: Job, signal = new AbortController().signal) => runJob(job, IMPORT_JOBS, signal);

/** Sends rows and does their job. Returns the import and its result. */
async function imported(rows: readonly object[], call?: Call) {
  const id = await sendValid(rows, call);
  await run(await claim());
  const { result, ...state } = await read(id);
  if (!result) throw new Error(`it has failed: ${JSON.stringify(state.problem)}`);
  const refused = result.rows.flatMap(({ outcome, code }, row) => (outcome === "refused" ? [[row, code]] : []));
  return { ...state, result: { ...result, petIds: result.rows.map(({ petId }) => petId), refused } };
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Pup ${at}`, categoryId: 1 }));

describe("an import", () => {
  test("adds and changes animals as one change set, and reports the rows that were refused", async () => {
    const [changed, same, stale, sold] = [
      await newPet(),
      await newPet(),
      await newPet(),
      await newPet({ status: "sold" }),
    ];
    const { result, ...state } = await imported([
      { name: "Rex", categoryId: 2, status: "pending", profile: { sex: "male", goodWith: { dogs: true } } },
      { id: changed.id, ifMatch: "1", name: "Bello", profile: { breed: "Beagle" } },
      { id: same.id, name: "Biscuit" },
      { id: stale.id, ifMatch: "9", name: "Bello" },
      { id: sold.id, status: "pending" },
      { id: 2n ** 62n, name: "Bello" },
      ...numbered(600),
    ]);
    expect(state).toMatchObject({ status: "done", progress: 606, total: 606, problem: null });
    expect(result.counts).toEqual({ added: 601, changed: 1, same: 1, refused: 3 });
    const { petIds, refused } = result;
    expect(refused).toEqual([
      [3, "precondition_failed"],
      [4, "conflict"],
      [5, "not_found"],
    ]);
    const [added, ...others] = petIds;
    expect(others.slice(0, 5)).toEqual([changed.id, same.id, null, null, null]);
    expect(await getPet(added ?? 0n, "all")).toMatchObject({ name: "Rex", status: "pending", version: 1n });
    expect((await getProfile(added ?? 0n, "all")).data).toMatchObject({
      sex: "male",
      goodWith: { dogs: true, cats: null },
    });
    expect(await getPet(changed.id, "all")).toMatchObject({ name: "Bello", version: 2n });
    expect((await getProfile(changed.id, "all")).data).toMatchObject({ breed: "Beagle", sex: null });
    const last = petIds.at(-1);
    expect(await getPet(last ?? 0n, "all")).toMatchObject({ name: "Pup 599" });
    const history = await service.call(`GET /v1/pets/${last}/history`);
    expect(history.json).toMatchObject([{ id: 0n, action: "created" }]);
  });

  test("is undone as a whole, again, and except what was changed or asked for since", async () => {
    const { id } = await newPet();
    const { result } = await imported([{ id, status: "pending", profile: { sex: "male" } }, ...numbered(3)]);
    const before = await service.count();
    const undone = await service.call(`POST /v1/changes/${result.changeSet}/undo`);
    expect(undone.json).toMatchObject({ count: 4n });
    expect(await service.count()).toBe(before - 3);
    expect(await getPet(id, "all")).toMatchObject({ status: "available" });
    expect((await getProfile(id, "all")).data.sex).toBeNull();
    const again = await service.call(`POST /v1/changes/${undone.headers["change-set"]}/undo`);
    expect(again.status).toBe(200);
    expect(await service.count()).toBe(before);
    expect((await getProfile(id, "all")).data.sex).toBe("male");

    const second = (await imported(numbered(3))).result;
    const [renamed = null, wanted = null] = second.petIds;
    await changePet({ author: operator, id: renamed ?? 0n, ifMatch: null, change: { name: "Bello" } });
    await sentApplication(wanted ?? 0n);
    expectError(await service.call(`POST /v1/changes/${second.changeSet}/undo`), 409, "conflict");
    const rest = await service.call(`POST /v1/changes/${second.changeSet}/undo`, { headers: { confirm: "*" } });
    expect(rest.json).toMatchObject({ count: 1n });
    expect(await getPet(renamed ?? 0n, "all")).toMatchObject({ name: "Bello" });
  });

  test("with a mistake is refused as a whole", async () => {
    const { id } = await newPet();
    const before = await service.count();
    for (const rows of [
      [],
      [{ name: "Rex" }],
      [{ name: "Rex", categoryId: 1, ifMatch: "1" }],
      [
        { id, name: "Rex" },
        { id, name: "Bello" },
      ],
      [{ id, profile: { size: "huge" } }],
    ]) {
      expectError(await send(rows), 400, "bad_request");
    }
    expect(await claimJob("import")).toBeNull();
    expect(await service.count()).toBe(before);
  });

  test("asks before it declines applications, and does nothing if there are more of them by then", async () => {
    const { id } = await newPet();
    await sentApplication(id);
    const rows = [{ id, status: "sold" }, ...numbered(1)];
    const asked = await send(rows);
    expect(asked).toMatchObject({ status: 409, json: { code: "confirmation_required", consequences: { mails: 0n } } });
    const { confirm } = z.object({ confirm: z.string() }).parse(asked.json);

    const failed = await sendValid(rows, { headers: { confirm } });
    await sentApplication(id);
    const before = await service.count();
    await run(await claim());
    expect(await read(failed)).toMatchObject({ status: "failed", problem: { code: "confirmation_required" } });
    expect(await service.count()).toBe(before);

    const { result } = await imported(rows, { headers: { confirm: "*" } });
    expect(result.counts).toMatchObject({ added: 1, changed: 1 });
    const { rows: left } = await pool().query("SELECT status FROM applications WHERE pet_id = $1", [String(id)]);
    expect(left).toEqual([{ status: "declined" }, { status: "declined" }]);
  });
});

describe("the job of an import", () => {
  test("is taken over when the lease of a process has ended, and nothing happens twice", async () => {
    const id = await sendValid(numbered(2));
    const before = await service.count();
    const first = await claim();
    expect(await claimJob("import")).toBeNull();
    const later = now() + LEASE_MS + 1;
    setClock(() => later);
    const second = await claim();
    await run(second);
    // The first process only seemed to be dead.
    await run(first);
    expect(await service.count()).toBe(before + 2);
    expect(await read(id)).toMatchObject({ status: "done", result: { counts: { added: 2 } } });
  });

  test("that stops in the middle has changed nothing, and is due again at once", async () => {
    const id = await sendValid(numbered(1_200));
    const before = await service.count();
    const ending = new AbortController();
    const job = await claim();
    await runJob(
      job,
      { ...IMPORT_JOBS, run: (one, given) => IMPORT_JOBS.run(one, { ...given, report: () => ending.abort() }) },
      ending.signal,
    );
    expect(await service.count()).toBe(before);
    expect(await read(id)).toMatchObject({ status: "waiting", result: null });
    await run(await claim());
    expect(await service.count()).toBe(before + 1_200);
  });

  test("is given up when every process that took it has died", async () => {
    const id = await sendValid(numbered(1));
    await pool().query("UPDATE jobs SET tries = $2 WHERE id = $1", [String(id), IMPORT_JOBS.maxTries]);
    await run(await claim());
    expect(await read(id)).toMatchObject({ status: "failed", problem: { code: "unavailable" } });
  });

  test("is done by a worker as soon as the import was sent", async () => {
    const worker = new JobWorker(IMPORT_JOBS);
    worker.start();
    const id = await sendValid(numbered(1));
    await expect.poll(async () => (await read(id)).status).toBe("done");
    await worker.stop();
  });
});
