import { monotonic } from "../process/clock";

/**
 * A value that is read on demand and cached until it is `freshMs` old, or until `versionOf` returns another number.
 * Concurrent requests share one read. A failed read is not cached.
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
