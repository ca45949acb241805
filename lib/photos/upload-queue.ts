import { ApiError, isCertain } from "../http/errors";
import { uploadPhoto } from "./calls";
import { preparePhoto, sizeOf } from "./prepare";
import { photoProblem } from "./problem-words";
import { MAX_PHOTOS, type Photo } from "./schema";

/** A chosen photo on its way. */
export type Upload = {
  key: number;
  name: string;
  /** An address of the file in this browser, to show it. */
  preview: string;
  state: "waiting" | "sending" | "failed";
  /** The sent part, from 0 to 1. */
  sent: number;
  problem: string | null;
  /** Whether sending the same file again can help. */
  canRetry: boolean;
  isSignedOut: boolean;
};

type Task = { upload: Upload; file: File; abort: AbortController; isInDoubt: boolean };

type Options = {
  petId: bigint;
  /** Reads the photos that the animal has now. */
  read(): Promise<readonly Photo[]>;
  onChange(uploads: Upload[]): void;
};

/** Refusals after which the same file would be refused again. */
const FINAL = [400, 404, 413, 415];
/** How much the shapes of a file and of its picture may differ: pixels are whole. */
const SHAPE_TOLERANCE = 0.02;

/**
 * Sends chosen photos one after the other, in the order in which they were chosen, so that the first becomes the cover.
 * After a lost answer, the photos of the animal show whether it arrived.
 */
export class UploadQueue {
  private tasks: Task[] = [];
  private readonly seen = new Set<bigint>();
  private nextKey = 1;
  private isSending = false;

  constructor(private readonly options: Options) {}

  /** Notes photos that the animal has already, so that `hasArrived` takes none of them for an upload. */
  markKnown(ids: readonly bigint[]): void {
    for (const id of ids) this.seen.add(id);
  }

  /** Takes files as far as there is room beside the photos that the animal has; returns how many were left out. */
  add(files: readonly File[], present: number): number {
    const room = Math.max(0, MAX_PHOTOS - present - this.tasks.length);
    for (const file of files.slice(0, room)) {
      const preview = URL.createObjectURL(file);
      const upload: Upload = {
        key: this.nextKey++,
        name: file.name,
        preview,
        state: "waiting",
        sent: 0,
        problem: null,
        canRetry: true,
        isSignedOut: false,
      };
      this.tasks.push({ upload, file, abort: new AbortController(), isInDoubt: false });
    }
    this.notify();
    void this.sendAll();
    return Math.max(0, files.length - room);
  }

  retry(key: number): void {
    const task = this.find(key);
    if (task?.upload.state !== "failed") return;
    this.change(task, { state: "waiting", sent: 0, problem: null, isSignedOut: false });
    void this.sendAll();
  }

  /** Stops sending a photo, or forgets one that failed. */
  cancel(key: number): void {
    const task = this.find(key);
    if (!task) return;
    task.abort.abort(new DOMException("cancelled", "AbortError"));
    this.drop(task);
  }

  /** Stops everything. */
  close(): void {
    for (const { upload } of this.tasks) this.cancel(upload.key);
  }

  private async sendAll(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    const next = () => this.tasks.find(({ upload }) => upload.state === "waiting");
    for (let task = next(); task; task = next()) await this.send(task);
    this.isSending = false;
  }

  private async send(task: Task): Promise<void> {
    this.change(task, { state: "sending" });
    try {
      const prepared = await preparePhoto(task.file);
      if ("problem" in prepared) {
        this.change(task, { state: "failed", problem: prepared.problem, canRetry: false });
        return;
      }
      if (!(task.isInDoubt && (await this.hasArrived(prepared.file)))) await this.upload(task, prepared.file);
      this.drop(task);
      this.markKnown((await this.options.read()).map(({ id }) => id));
    } catch (error) {
      this.fail(task, error);
    }
  }

  private async upload(task: Task, file: Blob): Promise<void> {
    const { petId } = this.options;
    const onProgress = (sent: number) => this.change(task, { sent });
    const { id } = await uploadPhoto({ petId, file, onProgress, signal: task.abort.signal });
    this.markKnown([id]);
  }

  private fail(task: Task, error: unknown): void {
    // A photo that was cancelled at the last moment may have arrived.
    if (task.abort.signal.aborted) return void this.options.read().catch(() => null);
    task.isInDoubt ||= !isCertain(error);
    const status = error instanceof ApiError ? error.status : 0;
    const more = { canRetry: !FINAL.includes(status), isSignedOut: status === 401 };
    this.change(task, { state: "failed", problem: photoProblem(error), ...more });
  }

  /** Whether the animal has a photo of this shape that was not there before. */
  private async hasArrived(file: Blob): Promise<boolean> {
    const [photos, size] = await Promise.all([this.options.read(), sizeOf(file)]);
    const isIt = ({ id, width, height }: Photo) =>
      !this.seen.has(id) && size !== null && Math.abs(width / height - size.width / size.height) < SHAPE_TOLERANCE;
    const photo = photos.find(isIt);
    if (photo) this.markKnown([photo.id]);
    return photo !== undefined;
  }

  private find(key: number): Task | undefined {
    return this.tasks.find(({ upload }) => upload.key === key);
  }

  private change(task: Task, values: Partial<Upload>): void {
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
