/**
 * A map with a size limit that drops the least recently used entries, many at a time. It has two generations. When the
 * young one is full, it becomes the old one, and the previous old one is dropped. Every operation takes constant time,
 * unlike deleting the first key of a large Map.
 */
export class LruMap<K, V> {
  private young = new Map<K, V>();
  private old = new Map<K, V>();
  private youngSize = 0;
  private oldSize = 0;
  private readonly generation: number;

  /** `limit` is the maximum number of entries or, with `sizeOf`, the maximum sum of their sizes. */
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

  /** Stores a value, unless it is larger than half of the limit. */
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

  /** The number of entries, or the sum of their sizes. */
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
