import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../http/errors";
import { uploadToApi } from "../../http/upload-client";
import { type PhotoUpload, UploadQueue } from "./upload-queue";

vi.mock("../../http/upload-client");
vi.mock("./prepare", () => ({
  preparePhoto: async (file: File) => ({ file }),
  shrink: async ({ name }: File) => (name === "damaged.jpg" ? null : new File(["small"], name)),
}));

beforeEach(() => {
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("URL", { createObjectURL: () => "blob:", revokeObjectURL: () => {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

const ANSWER = { data: null, headers: new Headers() };
let uploads: PhotoUpload[] = [];
const onChange = (now: PhotoUpload[]) => {
  uploads = now;
};
const newQueue = () => new UploadQueue({ petId: 1n, read: async () => [], onChange });

test("after lost answers each photo is stored once, in any order, and the same file can be added twice", async () => {
  const stored = new Map<string, string>();
  let fateOf = (name: string): "lost" | "unreachable" | "stored" => (name === "a.jpg" ? "lost" : "unreachable");
  vi.mocked(uploadToApi).mockImplementation(async (_path, _returns, { file, idempotencyKey }) => {
    const { name } = file as File;
    const fate = fateOf(name);
    if (fate !== "unreachable") stored.set(idempotencyKey, name);
    if (fate !== "stored") throw new ApiError("unavailable", "The connection broke.");
    return ANSWER;
  });
  const queue = newQueue();
  const isLeft = (...names: string[]) =>
    vi.waitFor(() => expect(uploads).toMatchObject(names.map((name) => ({ name, state: "failed" }))));
  const retry = (name: string) => queue.retry(uploads.find((upload) => upload.name === name)?.key ?? -1);
  queue.add([new File(["a"], "a.jpg"), new File(["b"], "b.jpg")], 0);
  await isLeft("a.jpg", "b.jpg");
  fateOf = () => "stored";
  retry("b.jpg");
  await isLeft("a.jpg");
  retry("a.jpg");
  await isLeft();
  queue.add([new File(["a"], "a.jpg")], 2);
  await isLeft();
  expect([...stored.values()]).toEqual(["a.jpg", "b.jpg", "a.jpg"]);
});

test("a photo that is too large for the service is sent once more, smaller, or says why it was refused", async () => {
  const refusal = new ApiError("bad_request", "The photo has more than 65 megapixels. Send it in a smaller size");
  vi.mocked(uploadToApi).mockImplementation(async (_path, _returns, { file }) => {
    if (file.size > 5) throw refusal;
    return ANSWER;
  });
  const queue = newQueue();
  queue.add([new File(["larger"], "large.jpg"), new File(["larger"], "damaged.jpg")], 0);
  const problem = "The photo has more than 65 megapixels. Send it in a smaller size.";
  await vi.waitFor(() => expect(uploads).toMatchObject([{ name: "damaged.jpg", state: "failed", problem }]));
  expect(vi.mocked(uploadToApi).mock.calls.map(([, , { file }]) => file.size)).toEqual([6, 5, 6]);
});
