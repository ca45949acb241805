import { ApiError } from "./errors";

/** Large enough that a body has few parts, and small enough that the last one wastes little, in bytes. */
const PART_BYTES = 256 * 1024;

/**
 * Gathers a body in parts that are full except for the last one, so that it takes no more memory than its own size,
 * however small the pieces are in which it arrives.
 */
export class Parts {
  private readonly parts: Uint8Array[] = [];
  private used = PART_BYTES;
  length = 0;

  add(chunk: Uint8Array): void {
    this.length += chunk.length;
    for (let at = 0; at < chunk.length; ) {
      if (this.used === PART_BYTES) {
        this.parts.push(Buffer.allocUnsafeSlow(PART_BYTES));
        this.used = 0;
      }
      const piece = chunk.subarray(at, at + PART_BYTES - this.used);
      this.parts.at(-1)?.set(piece, this.used);
      this.used += piece.length;
      at += piece.length;
    }
  }

  finish(): Uint8Array[] {
    const last = this.parts.pop();
    return last ? [...this.parts, last.subarray(0, this.used)] : [];
  }
}

/** The error of a body that did not arrive in time. */
export function bodyTooSlow(): ApiError {
  return new ApiError("request_timeout", "The request took too long to arrive", { Connection: "close" });
}
