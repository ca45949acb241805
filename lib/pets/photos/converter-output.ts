import * as z from "zod/mini";
import type { PhotoFile } from "./files";

/** Maximum length of the first line. */
const MAX_LINE_BYTES = 1_000;
/** Maximum size of the pictures, in bytes. Those of any photo take less. */
const MAX_PICTURE_BYTES = 32 * 1024 * 1024;

const Count = z.int().check(z.positive());
const Sizes = z
  .tuple([Count, Count, Count, Count])
  .check(z.refine((sizes) => sizes.reduce((sum, size) => sum + size, 0) <= MAX_PICTURE_BYTES));
/** The first line: why the photo was refused, or the size of its largest picture and the bytes of each. */
const FirstLine = z.union([z.object({ refused: z.string() }), z.object({ width: Count, height: Count, sizes: Sizes })]);

/** Why the converter refused a photo, or what it made of it. */
type ConverterResult = { refused: string } | Converted;

/** The pictures that are made from a photo. Width and height are those of the largest. */
export type Converted = { width: number; height: number; files: Record<PhotoFile, Uint8Array> };

/**
 * Collects what the converter writes: a line of JSON, then the pictures that it names. Each picture is written into a
 * buffer of its own as it arrives, so that it is in memory only once.
 */
export class ConverterOutput {
  private line = "";
  private result: ConverterResult | null = null;
  /** The pictures that are not complete, and how many bytes of the first have arrived. */
  private missing: Uint8Array[] = [];
  private filled = 0;
  private hasFailed = false;

  /** Adds a piece. Returns whether everything so far can belong to a whole output. */
  add(piece: Buffer): boolean {
    if (this.hasFailed) return false;
    const pictures = this.result ? piece : this.readLine(piece);
    this.hasFailed ||= !this.fill(pictures);
    return !this.hasFailed;
  }

  /** The result; null when the output is not complete. */
  finish(): ConverterResult | null {
    return this.hasFailed || this.missing.length > 0 ? null : this.result;
  }

  /** Reads the first line, if the piece ends it, and returns what comes after it. */
  private readLine(piece: Buffer): Buffer {
    const end = piece.indexOf("\n");
    this.line += piece.toString("latin1", 0, end === -1 ? piece.length : end);
    if (end !== -1) this.result = this.begin();
    this.hasFailed ||= this.line.length > MAX_LINE_BYTES || (end !== -1 && !this.result);
    return piece.subarray(end === -1 ? piece.length : end + 1);
  }

  private begin(): ConverterResult | null {
    const parsed = FirstLine.safeParse(parseOrNull(this.line));
    if (!parsed.success) return null;
    if ("refused" in parsed.data) return parsed.data;
    const { width, height, sizes } = parsed.data;
    const [small, medium, large, card] = sizes;
    const files = {
      "320.webp": Buffer.allocUnsafeSlow(small),
      "640.webp": Buffer.allocUnsafeSlow(medium),
      "1280.webp": Buffer.allocUnsafeSlow(large),
      "card.jpg": Buffer.allocUnsafeSlow(card),
    };
    this.missing = Object.values(files);
    return { width, height, files };
  }

  /** Whether there was room for all of it. */
  private fill(bytes: Buffer): boolean {
    for (let at = 0; at < bytes.length; ) {
      const [picture] = this.missing;
      if (!picture) return false;
      const part = bytes.subarray(at, at + picture.length - this.filled);
      picture.set(part, this.filled);
      at += part.length;
      this.filled += part.length;
      if (this.filled < picture.length) continue;
      this.missing.shift();
      this.filled = 0;
    }
    return true;
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
