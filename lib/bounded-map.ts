/**
 * A map with a size limit, which forgets entries that were not used recently. It has two generations. When the young
 * one is full, it becomes the old one, and the previous old one is dropped. Every operation takes constant time, unlike
 * deleting the first key of a large Map.
 */
export class BoundedMap<K, V> {
  private young = new Map<K, V>();
  private old = new Map<K, V>();
  private readonly generation: number;

  /** `limit` is the maximum number of entries. */
  constructor(limit: number) {
    this.generation = Math.max(1, Math.floor(limit / 2));
  }

  get(key: K): V | undefined {
    const found = this.young.get(key);
    if (found !== undefined) return found;
    const kept = this.old.get(key);
    if (kept !== undefined) this.set(key, kept);
    return kept;
  }

  set(key: K, value: V): void {
    if (this.young.size >= this.generation && !this.young.has(key)) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, value);
    this.old.delete(key);
  }

  delete(key: K): void {
    this.young.delete(key);
    this.old.delete(key);
  }

  get size(): number {
    return this.young.size + this.old.size;
  }
}
