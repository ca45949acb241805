import { randomId } from "../../http/client";
import { ApiError, isCertain } from "../../http/errors";
import { sendAddPhoto } from "../client";
import { photoProblem } from "./edit";
import { type PreparedPhoto, preparePhoto } from "./prepare";
import { MAX_PHOTOS } from "./schema";

export type PhotoUpload = {
  key: number;
  name: string;
  preview: string;
  /** "waiting" is for the connection. */
  state: "queued" | "sending" | "waiting" | "failed";
  /** The fraction that has been sent, from 0 to 1. */
  sent: number;
  problem: string | null;
  canRetry: boolean;
  isSignedOut: boolean;
};

type Task = {
  upload: PhotoUpload;
  file: File;
  prepared?: PreparedPhoto;
  idempotencyKey: string;
  abort: AbortController;
};

type Options = {
  petId: bigint;
  read(): Promise<unknown>;
  isOnline(): boolean;
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
      const upload: PhotoUpload = {
        key: this.nextKey++,
        name: file.name,
        preview,
        state: "queued",
        sent: 0,
        problem: null,
        canRetry: true,
        isSignedOut: false,
      };
      this.tasks.push({ upload, file, idempotencyKey: randomId(), abort: new AbortController() });
    }
    this.notify();
    void this.sendAll();
    return Math.max(0, files.length - room);
  }

  retry(key: number): void {
    const task = this.find(key);
    if (task?.upload.state !== "failed") return;
    this.enqueue(task);
    void this.sendAll();
  }

  resume(): void {
    for (const task of this.tasks) if (task.upload.state === "waiting") this.enqueue(task);
    void this.sendAll();
  }

  cancel(key: number): void {
    const task = this.find(key);
    if (!task) return;
    task.abort.abort(new DOMException("cancelled", "AbortError"));
    this.drop(task);
  }

  close(): void {
    for (const { upload } of this.tasks) this.cancel(upload.key);
  }

  private async sendAll(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    const nextQueued = () => this.tasks.find(({ upload }) => upload.state === "queued");
    for (let task = nextQueued(); task; task = nextQueued()) await this.send(task);
    this.isSending = false;
  }

  private enqueue(task: Task): void {
    this.change(task, { state: "queued", sent: 0, problem: null, isSignedOut: false });
  }

  private async send(task: Task): Promise<void> {
    this.change(task, { state: "sending" });
    try {
      // The same bytes each time, because the Idempotency-Key stands for them.
      task.prepared ??= await preparePhoto(task.file);
      const { prepared } = task;
      if ("problem" in prepared) {
        this.change(task, { state: "failed", problem: prepared.problem, canRetry: false });
        return;
      }
      if (!this.options.isOnline()) {
        this.change(task, { state: "waiting" });
        return;
      }
      await this.upload(task, prepared.file);
      this.drop(task);
      await this.options.read();
    } catch (error) {
      this.fail(task, error);
    }
  }

  private async upload(task: Task, file: Blob): Promise<void> {
    const { petId } = this.options;
    const { idempotencyKey, abort } = task;
    const onProgress = (sent: number) => this.change(task, { sent });
    await sendAddPhoto({ petId, file, idempotencyKey, onProgress, signal: abort.signal });
  }

  private fail(task: Task, error: unknown): void {
    // A photo that was cancelled at the last moment may still have arrived.
    if (task.abort.signal.aborted) return void this.options.read().catch(() => null);
    if (!isCertain(error) && !this.options.isOnline()) {
      this.change(task, { state: "waiting" });
      return;
    }
    const status = error instanceof ApiError ? error.status : 0;
    const options = { canRetry: !FINAL.includes(status), isSignedOut: status === 401 };
    this.change(task, { state: "failed", problem: photoProblem(error), ...options });
  }

  private find(key: number): Task | undefined {
    return this.tasks.find(({ upload }) => upload.key === key);
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
