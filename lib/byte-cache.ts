/**
 * A cache with a limit in bytes, which forgets what was not used recently. Like BoundedMap, it has two generations, so
 * every operation takes constant time.
 */
export class ByteCache {
  private young = new Map<string, Uint8Array>();
  private old = new Map<string, Uint8Array>();
  private youngBytes = 0;
  private readonly generationBytes: number;

  constructor(maxBytes: number) {
    this.generationBytes = maxBytes / 2;
  }

  get(key: string): Uint8Array | undefined {
    const found = this.young.get(key);
    if (found !== undefined) return found;
    const kept = this.old.get(key);
    if (kept !== undefined) {
      this.old.delete(key);
      this.set(key, kept);
    }
    return kept;
  }

  has(key: string): boolean {
    return this.young.has(key) || this.old.has(key);
  }

  /** A value larger than half of the limit is not cached. */
  set(key: string, bytes: Uint8Array): void {
    const { length } = bytes;
    if (length > this.generationBytes) return;
    this.youngBytes -= this.young.get(key)?.length ?? 0;
    if (this.youngBytes + length > this.generationBytes) {
      this.old = this.young;
      this.old.delete(key);
      this.young = new Map();
      this.youngBytes = 0;
    } else this.old.delete(key);
    this.young.set(key, bytes);
    this.youngBytes += length;
  }
}
