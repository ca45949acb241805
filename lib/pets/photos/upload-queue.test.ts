import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../http/errors";
import { sendAddPhoto } from "../client";
import { isPictureOf } from "./prepare";
import type { Photo } from "./schema";
import { type PhotoUpload, UploadQueue } from "./upload-queue";

vi.mock("../client");
vi.mock("./prepare", () => ({
  preparePhoto: async (file: File) => ({ file }),
  // All photos of a phone have the same shape.
  sizeOf: async () => ({ width: 4, height: 3 }),
  isPictureOf: vi.fn(),
}));

beforeEach(() => {
  vi.stubGlobal("URL", { createObjectURL: () => "blob:", revokeObjectURL: () => {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

/** The photos of an animal, each with the name of its file as text. */
function service() {
  const stored: Photo[] = [];
  let fate: (name: string) => "stored" | "lost" | "unreachable" = () => "stored";
  vi.mocked(sendAddPhoto).mockImplementation(async ({ file }) => {
    const { name } = file as File;
    const outcome = fate(name);
    const path = `/photos/${name}`;
    const urls = { 320: path, 640: path, 1280: path, card: path };
    const photo = { id: BigInt(stored.length + 1), alt: name, width: 400, height: 300, urls };
    if (outcome !== "unreachable") stored.push(photo);
    if (outcome !== "stored") throw new ApiError("unavailable", "The connection broke.");
    return photo;
  });
  vi.mocked(isPictureOf).mockImplementation(async (file, url) => url === `/photos/${(file as File).name}`);
  return {
    names: () => stored.map(({ alt }) => alt),
    read: async () => [...stored],
    set: (next: typeof fate) => {
      fate = next;
    },
  };
}

/** A queue, and a function that waits until no photo is queued or being sent. */
function queueFor({ read }: Pick<ReturnType<typeof service>, "read">) {
  let uploads: PhotoUpload[] = [];
  const queue = new UploadQueue({
    petId: 1n,
    read,
    isOnline: () => true,
    onChange: (now) => {
      uploads = now;
    },
  });
  const settled = async () => {
    await vi.waitFor(() => expect(uploads.every(({ state }) => ["failed", "waiting"].includes(state))).toBe(true));
    // The photos are read once more after the last one was stored.
    await new Promise((resolve) => setImmediate(resolve));
    return uploads;
  };
  const retry = async (name: string) => {
    queue.retry(uploads.find((upload) => upload.name === name)?.key ?? -1);
    return settled();
  };
  return { queue, settled, retry };
}

const files = (...names: string[]) => names.map((name) => new File([name], name));

test("of several photos in doubt, in any order, each is stored once", async () => {
  const photos = service();
  photos.set((name) => (name === "a.jpg" ? "lost" : "unreachable"));
  const { queue, settled, retry } = queueFor(photos);
  queue.add(files("a.jpg", "b.jpg"), 0);
  expect(await settled()).toHaveLength(2);
  photos.set(() => "stored");
  expect(await retry("b.jpg")).toMatchObject([{ name: "a.jpg" }]);
  expect(await retry("a.jpg")).toEqual([]);
  expect(photos.names()).toEqual(["a.jpg", "b.jpg"]);
});

test("a photo that was in the list before, or that was added by this queue, is never taken for an upload", async () => {
  const photos = service();
  const { queue, settled, retry } = queueFor(photos);
  queue.add(files("same.jpg"), 0);
  expect(await settled()).toEqual([]);
  photos.set(() => "unreachable");
  queue.add(files("same.jpg"), 1);
  expect(await settled()).toHaveLength(1);
  photos.set(() => "stored");
  expect(await retry("same.jpg")).toEqual([]);
  expect(photos.names()).toEqual(["same.jpg", "same.jpg"]);
});
