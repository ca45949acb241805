import { monotonic } from "../process/clock";
import { singleton } from "../process/singleton";

/**
 * A map with a size limit that drops the least recently used entries. When its young generation is full, that becomes
 * the old one, and the previous old one is dropped, so every operation takes constant time, unlike deleting the first
 * key of a large Map.
 */
export class LruMap<K, V> {
  private young = new Map<K, V>();
  private old = new Map<K, V>();
  private youngSize = 0;
  private oldSize = 0;
  private readonly generation: number;

  /** `limit` is a number of entries or, with `sizeOf`, a sum of sizes. */
  constructor(
    limit: number,
    private readonly sizeOf: (value: V) => number = () => 1,
  ) {
    this.generation = Math.max(1, Math.floor(limit / 2));
  }

  get(key: K): V | undefined {
    const found = this.young.get(key);
    if (found !== undefined) return found;
    const older = this.old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  /** A value larger than half of the limit is not stored. */
  set(key: K, value: V): void {
    const size = this.sizeOf(value);
    if (size > this.generation) return;
    this.delete(key);
    if (this.youngSize + size > this.generation) {
      this.old = this.young;
      this.oldSize = this.youngSize;
      this.young = new Map();
      this.youngSize = 0;
    }
    this.young.set(key, value);
    this.youngSize += size;
  }

  delete(key: K): void {
    this.youngSize -= this.remove(this.young, key);
    this.oldSize -= this.remove(this.old, key);
  }

  get size(): number {
    return this.youngSize + this.oldSize;
  }

  private remove(generation: Map<K, V>, key: K): number {
    const value = generation.get(key);
    if (value === undefined) return 0;
    generation.delete(key);
    return this.sizeOf(value);
  }
}

/** Callers that ask for the same thing at the same time share one call and its result. */
export class JoinedCalls<T> {
  private readonly inProgress = new Map<string, Promise<T>>();

  /** Without keys, there is one call at a time. */
  join(start: () => Promise<T>, key = ""): Promise<T> {
    const current = this.inProgress.get(key);
    if (current) return current;
    const call = start().finally(() => this.inProgress.delete(key));
    this.inProgress.set(key, call);
    return call;
  }
}

const version = singleton("content.version", () => ({ current: 0 }));

/**
 * Increases whenever this process stores something that pages show: cached pages of an earlier version are outdated.
 */
export const contentVersion = (): number => version.current;

export function contentChanged(): void {
  version.current++;
}

/**
 * A value that is cached until it is `freshMs` old or `versionOf` changes. Concurrent requests share one read. A failed
 * read is not cached.
 */
export class Recent<T> {
  private current: { value: Promise<T>; version: number; until: number } | null = null;

  constructor(
    private readonly read: () => Promise<T>,
    private readonly freshMs: number,
    private readonly versionOf: () => number,
  ) {}

  get(): Promise<T> {
    const { current } = this;
    const version = this.versionOf();
    if (current && current.version === version && monotonic() < current.until) return current.value;
    const reading = { value: this.read(), version, until: monotonic() + this.freshMs };
    this.current = reading;
    reading.value.catch(() => {
      if (this.current === reading) this.current = null;
    });
    return reading.value;
  }
}
