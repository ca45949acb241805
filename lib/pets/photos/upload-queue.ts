import { randomId } from "../../http/client";
import { ApiError, isCertain } from "../../http/errors";
import { uploadToApi } from "../../http/upload-client";
import { uploadProblem } from "./edit";
import { type PreparedPhoto, preparePhoto, shrink } from "./prepare";
import { MAX_PHOTOS, Photo } from "./schema";

export type PhotoUpload = {
  key: number;
  name: string;
  preview: string;
  /** "waiting" is for the connection. */
  state: "queued" | "sending" | "waiting" | "failed";
  /** The fraction that has been sent, from 0 to 1. */
  sent: number;
  problem?: string;
  canRetry: boolean;
};

type Task = {
  upload: PhotoUpload;
  file: File;
  prepared?: PreparedPhoto;
  isShrunk?: boolean;
  idempotencyKey: string;
  abort: AbortController;
};

type Options = {
  petId: bigint;
  read(): Promise<unknown>;
  onChange(uploads: PhotoUpload[]): void;
};

/** After these refusals, the same file would be refused again. */
const FINAL = [400, 404, 413, 415];

/** One after another, in the order in which they were chosen, so that the first becomes the cover. */
export class UploadQueue {
  private tasks: Task[] = [];
  private nextKey = 1;
  private isSending = false;

  constructor(private readonly options: Options) {}

  /** Adds as many files as there is room for, when the animal has `current` photos. Returns how many were left out. */
  add(files: readonly File[], current: number): number {
    const room = Math.max(0, MAX_PHOTOS - current - this.tasks.length);
    for (const file of files.slice(0, room)) {
      const preview = URL.createObjectURL(file);
      const start = { state: "queued", sent: 0, canRetry: true } as const;
      const upload: PhotoUpload = { key: this.nextKey++, name: file.name, preview, ...start };
      this.tasks.push({ upload, file, idempotencyKey: randomId(), abort: new AbortController() });
    }
    this.notify();
    void this.sendAll();
    return Math.max(0, files.length - room);
  }

  retry(key: number): void {
    this.sendAgain(({ upload }) => upload.key === key && upload.state === "failed");
  }

  resume(): void {
    this.sendAgain(({ upload }) => upload.state === "waiting");
  }

  cancel(key: number): void {
    const task = this.tasks.find(({ upload }) => upload.key === key);
    if (!task) return;
    task.abort.abort(new DOMException("cancelled", "AbortError"));
    this.drop(task);
  }

  close(): void {
    for (const { upload } of this.tasks) this.cancel(upload.key);
  }

  private sendAgain(isWanted: (task: Task) => boolean): void {
    for (const task of this.tasks.filter(isWanted)) this.change(task, { state: "queued", sent: 0 });
    void this.sendAll();
  }

  private async sendAll(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    const nextQueued = () => this.tasks.find(({ upload }) => upload.state === "queued");
    for (let task = nextQueued(); task; task = nextQueued()) await this.send(task);
    this.isSending = false;
  }

  private async send(task: Task): Promise<void> {
    const { petId, read } = this.options;
    const { file, idempotencyKey, abort } = task;
    this.change(task, { state: "sending" });
    try {
      // The same bytes each time, because the Idempotency-Key stands for them.
      task.prepared ??= await preparePhoto(file);
      const { prepared } = task;
      if ("problem" in prepared) return this.change(task, { state: "failed", canRetry: false, ...prepared });
      if (!navigator.onLine) return this.change(task, { state: "waiting" });
      const onProgress = (sent: number) => this.change(task, { sent });
      const upload = { file: prepared.file, idempotencyKey, onProgress, signal: abort.signal };
      await uploadToApi(`/v1/pets/${petId}/photos`, Photo, upload);
      this.drop(task);
      await read();
    } catch (error) {
      // A photo that was cancelled at the last moment may still have arrived.
      if (abort.signal.aborted) return void read().catch(() => null);
      if (!isCertain(error) && !navigator.onLine) return this.change(task, { state: "waiting" });
      if (await shrinkIfAsked(task, error)) return this.send(task);
      const canRetry = !(error instanceof ApiError && FINAL.includes(error.status));
      this.change(task, { state: "failed", problem: uploadProblem(error), canRetry });
    }
  }

  private change(task: Task, values: Partial<PhotoUpload>): void {
    task.upload = { ...task.upload, ...values };
    this.notify();
  }

  private drop(task: Task): void {
    this.tasks = this.tasks.filter((other) => other !== task);
    URL.revokeObjectURL(task.upload.preview);
    this.notify();
  }

  private notify(): void {
    this.options.onChange(this.tasks.map(({ upload }) => upload));
  }
}

/** A browser can make a photo smaller that takes the service too much memory. Once, and a refusal has stored nothing. */
async function shrinkIfAsked(task: Task, error: unknown): Promise<boolean> {
  if (task.isShrunk || !(error instanceof ApiError && error.message.includes("a smaller "))) return false;
  task.isShrunk = true;
  const smaller = await shrink(task.file);
  if (smaller) task.prepared = { file: smaller };
  return smaller !== null;
}
