import { ApiError } from "./errors";

/** In bytes. Short bodies get small parts; long bodies get large ones, so that they have few. */
const MIN_PART_BYTES = 4 * 1024;
const MAX_PART_BYTES = 256 * 1024;

/**
 * Collects a body in full parts, so that it takes little more memory than its size even if it arrives in tiny pieces: a
 * byte that is stored separately would take about 300.
 */
export class Parts {
  private readonly parts: Uint8Array[] = [];
  /** Of the last part, in bytes. */
  private used = 0;
  /** By all parts, in bytes. */
  private taken = 0;
  length = 0;

  add(chunk: Uint8Array): void {
    this.length += chunk.length;
    for (let at = 0; at < chunk.length; ) {
      const last = this.lastPart(chunk.length - at);
      const piece = chunk.subarray(at, at + last.length - this.used);
      last.set(piece, this.used);
      this.used += piece.length;
      at += piece.length;
    }
  }

  /** A new part is as large as all earlier ones together, or `wanted` if that is more, within the bounds. */
  private lastPart(wanted: number): Uint8Array {
    const last = this.parts.at(-1);
    if (last && this.used < last.length) return last;
    const bytes = Math.max(MIN_PART_BYTES, this.taken, wanted);
    const part = Buffer.allocUnsafeSlow(Math.min(MAX_PART_BYTES, bytes));
    this.taken += part.length;
    this.used = 0;
    this.parts.push(part);
    return part;
  }

  join(): Uint8Array {
    const [first = new Uint8Array(), ...others] = this.finish();
    return others.length === 0 ? first : Buffer.concat([first, ...others]);
  }

  finish(): Uint8Array[] {
    const last = this.parts.pop();
    return last ? [...this.parts, last.subarray(0, this.used)] : [];
  }
}

/** At most `maxBytes`, all of it within `timeoutMs`, and at least `pace.bytes` in every `pace.ms`. */
export type ArrivalRule = { maxBytes: number; timeoutMs: number; pace: { bytes: number; ms: number } };

/** Returns a function that stops watching. */
export function watchArrival(body: Parts, { timeoutMs, pace }: ArrivalRule, onTooSlow: () => void): () => void {
  const timer = setTimeout(onTooSlow, timeoutMs);
  let before = 0;
  const checks = setInterval(() => {
    if (body.length - before < pace.bytes) onTooSlow();
    before = body.length;
  }, pace.ms);
  return () => {
    clearTimeout(timer);
    clearInterval(checks);
  };
}

export function bodyTooSlow(): ApiError {
  return new ApiError("request_timeout", "The request took too long to arrive", { Connection: "close" });
}
