import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { pool } from "@/lib/database/pool";
import { encodeJson } from "@/lib/http/json";
import { claimJob, type Job, LEASE_MS } from "@/lib/jobs/store";
import { JobWorker, runJob } from "@/lib/jobs/worker";
import { getCare } from "@/lib/pets/care/store";
import { changePet } from "@/lib/pets/changes/patch-store";
import { IMPORT_JOBS } from "@/lib/pets/import/import-store";
import { Import, ImportPreview } from "@/lib/pets/import/schema";
import { getProfile } from "@/lib/pets/profile/store";
import type { NewPet } from "@/lib/pets/schema";
import { createPet, getPet } from "@/lib/pets/store";
import { now, setClock } from "@/lib/process/clock";
import { expectError } from "../support/answers";
import { sentApplication } from "../support/applications";
import { type Call, newKey, suiteService } from "../support/service";

const service = suiteService();
const operator = { kind: "operator" } as const;
const newPet = (more: Partial<NewPet> = {}) => createPet(operator, { name: "Biscuit", categoryId: 1n, ...more });

afterEach(() => setClock(null));

const send = (rows: readonly object[], call: Call = {}, more: object = {}) =>
  service.call("POST /v1/imports", { body: encodeJson({ rows, ...more }), ...call });

async function sendValid(rows: readonly object[], call?: Call, more?: object): Promise<bigint> {
  const answer = await send(rows, call, more);
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
async function imported(rows: readonly object[], call?: Call, more?: object) {
  const id = await sendValid(rows, call, more);
  await run(await claim());
  const { result, ...state } = await read(id);
  if (!result) throw new Error(`it has failed: ${JSON.stringify(state.problem)}`);
  const refused = result.rows.flatMap(({ outcome, code }, row) => (outcome === "refused" ? [[row, code]] : []));
  return { ...state, result: { ...result, petIds: result.rows.map(({ petId }) => petId), refused } };
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Pup ${at}`, categoryId: 1 }));

describe("an import", () => {
  test("adds and changes animals as one change set, and reports the rows that were refused", async () => {
    const [changed, same, stale] = [await newPet(), await newPet(), await newPet()];
    const sold = await newPet({ status: "sold" });
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
    expect(refused.join(" ")).toBe("3,precondition_failed 4,conflict 5,not_found");
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
      ["Rex", "Bello"].map((name) => ({ id, name })),
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

describe("the preview of an import", () => {
  const preview = async (body: object, call: Call = {}) => {
    const answer = await service.call("POST /v1/imports/preview", { body: encodeJson(body), ...call });
    expect(answer, answer.text).toMatchObject({ status: 200 });
    return ImportPreview.parse(answer.json);
  };

  test("says what is new, what changes field by field, and what looks like an animal of the shelter", async () => {
    const peanut = await newPet({ name: "Péanut", categoryId: 4n });
    const adopted = await newPet({ name: "Rolo", categoryId: 4n, status: "sold" });
    await imported([{ id: peanut.id, profile: { sex: "female", breed: "Peruvian" } }]);
    const before = await service.count();
    const rows = [
      { name: "Rolo", categoryId: 4 },
      { name: "peanut", categoryId: 4, profile: { breed: "Peruvian mix" } },
      { name: "Peanut", categoryId: 4, profile: { sex: "male" } },
      { name: "Peanut", categoryId: 1 },
      { id: peanut.id, name: "Peanut", profile: { breed: "Peruvian", size: "small" } },
      { id: adopted.id, name: "Rolo" },
      { id: 2n ** 62n, name: "Rolo" },
    ];
    const foreseen = await preview({ rows });
    expect(foreseen.rows).toEqual(["new", "alike", "new", "new", "changed", "same", "refused"]);
    expect(foreseen.counts).toEqual({ new: 3, alike: 1, changed: 1, same: 1, refused: 1 });
    const changes = { name: { from: "Péanut", to: "Peanut" }, size: { from: null, to: "small" } };
    expect(foreseen.details).toMatchObject([
      { row: 4, pets: [{ name: "Péanut" }], changes },
      { row: 1, pets: [{ id: peanut.id }] },
      { row: 6, pets: [], code: "not_found" },
    ]);
    expect(await service.count()).toBe(before);
    expect(await getPet(peanut.id, "all")).toMatchObject({ name: "Péanut", version: 2n });
  });

  test("counts the rows whose numbers animals have, and these change them only if that is wanted", async () => {
    const sent = [numberedRow("A1", "Luna"), numberedRow("A2", "Rex")];
    await imported(sent);
    const rows = [numberedRow("A1", "Luna Belle"), numberedRow("A3", "Bo")];
    expect(await preview({ rows })).toMatchObject({ references: 1, rows: ["new", "new"] });
    expect(await preview({ rows, byReference: true })).toMatchObject({ references: 1, rows: ["changed", "new"] });
  });
});

const numberedRow = (reference: string, name: string) => ({ name, categoryId: 1, care: { reference } });

describe("the numbers of a shelter's own", () => {
  const named = async (ids: readonly (bigint | null)[]) =>
    Promise.all(ids.map(async (id) => (await getPet(id ?? 0n, "all")).name));
  const referencesOf = async (ids: readonly (bigint | null)[]) =>
    Promise.all(ids.map(async (id) => (await getCare(id ?? 0n)).data.reference));

  test("change no animal that has them as its id", async () => {
    const first = [await newPet(), await newPet(), await newPet()].map(({ id }) => id);
    const rows = first.map((id) => numberedRow(String(id), "Running"));
    const { result } = await imported(rows, undefined, { byReference: true });
    expect(result.counts).toMatchObject({ added: 3, changed: 0 });
    expect(await named(first)).toEqual(["Biscuit", "Biscuit", "Biscuit"]);
  });

  test("change the same animals again, or stay with them", async () => {
    const { result } = await imported([numberedRow("B1", "Luna"), numberedRow("B2", "Rex")]);
    const next = [numberedRow("B1", "Luna Belle"), { ...numberedRow("B2", "Rex"), profile: { sex: "male" } }];
    const changed = (await imported([...next, numberedRow("B3", "Bo")], undefined, { byReference: true })).result;
    expect(changed.counts).toMatchObject({ added: 1, changed: 2 });
    expect(changed.petIds.slice(0, 2)).toEqual(result.petIds);
    expect(await named(result.petIds)).toEqual(["Luna Belle", "Rex"]);

    const added = (await imported(next)).result;
    expect(added.counts).toMatchObject({ added: 2, changed: 0 });
    expect(await referencesOf(added.petIds)).toEqual([null, null]);
    expect(await referencesOf(result.petIds)).toEqual(["B1", "B2"]);
  });

  test("are taken once in an import, and free again after it is undone", async () => {
    expectError(await send([numberedRow("C1", "Luna"), numberedRow("C1", "Rex")]), 400, "bad_request");
    const { result } = await imported([numberedRow("C1", "Luna")]);
    await service.call(`POST /v1/changes/${result.changeSet}/undo`);
    const again = (await imported([numberedRow("C1", "Luna")])).result;
    expect(await referencesOf(again.petIds)).toEqual(["C1"]);
  });
});

test("what an import says of care is kept and undone, and new animals stay hidden if that is wanted", async () => {
  const { id } = await newPet();
  const rows = [
    { name: "Rex", categoryId: 1, care: { microchip: "276", intakeOn: "2020-01-31" } },
    { name: "Bo", categoryId: 1, care: { hidden: "quarantine" } },
    { id, care: { location: "K4" } },
  ];
  const { result } = await imported(rows, undefined, { hidden: "other" });
  const [rex, bo] = result.petIds;
  expect((await getCare(rex ?? 0n)).data).toMatchObject({ microchip: "276", intakeOn: "2020-01-31", hidden: "other" });
  expect((await getCare(bo ?? 0n)).data.hidden).toBe("quarantine");
  expect((await getCare(id)).data).toMatchObject({ location: "K4", hidden: null });
  await service.call(`POST /v1/changes/${result.changeSet}/undo`);
  expect((await getCare(id)).data.location).toBeNull();
});

test("care in an import and its preview needs the scopes of care", async () => {
  const key = await newKey({ scopes: ["pets:read", "pets:write"] });
  const body = encodeJson({ rows: [numberedRow("D1", "Luna")] });
  for (const line of ["POST /v1/imports", "POST /v1/imports/preview"]) {
    expectError(await service.call(line, { body, key }), 403, "forbidden");
  }
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
    const stopping: typeof IMPORT_JOBS.run = (one, given) =>
      IMPORT_JOBS.run(one, { ...given, report: () => ending.abort() });
    await runJob(job, { ...IMPORT_JOBS, run: stopping }, ending.signal);
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
