import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { logError } from "@/lib/log";
import type { Converted } from "@/lib/photos/convert";
import { drawScene, type View } from "./scene";

/** The program that draws. The service runs in the folder of the project. */
const SCRIPT = "server/demo/draw.mjs";
/** Drawing takes a second or two; what takes longer is ended, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** A photo to draw: of an animal, and which of its views. */
type Wanted = { id: bigint; categoryId: bigint; view?: View };

/** Draws photos, in their order. None, and a line in the log, when they cannot be drawn here. */
export async function drawPhotos(wanted: readonly Wanted[]): Promise<Converted[]> {
  try {
    return await draw(wanted.map(({ id, categoryId, view }) => drawScene(id, categoryId, view)));
  } catch (error) {
    logError("the demo animals get no photos", error);
    return [];
  }
}

async function draw(scenes: readonly string[]): Promise<Converted[]> {
  const child = spawn(process.execPath, [SCRIPT], {
    env: { NODE_ENV: "production" },
    stdio: ["pipe", "pipe", "pipe"],
    timeout: TIMEOUT_MS,
  });
  // Listened to from here on: a process that cannot be started says so in an event, and may have no streams.
  const closed = once(child, "close");
  child.stdin?.on("error", () => {}); // the exit code reports it
  child.stdin?.end(JSON.stringify(scenes));
  const chunks: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
  const [[code, signal], complaint] = await Promise.all([closed, child.stderr ? text(child.stderr) : ""]);
  if (code !== 0) throw new Error(`${SCRIPT} ended with ${code ?? signal}: ${complaint.slice(0, 300)}`);
  return readPhotos(Buffer.concat(chunks));
}

function readPhotos(output: Buffer): Converted[] {
  const end = output.indexOf("\n\n");
  let at = end + 2;
  const next = (size: number) => {
    at += size;
    return output.subarray(at - size, at);
  };
  return output
    .toString("utf8", 0, end)
    .split("\n")
    .map((line) => {
      const { width, height, sizes } = JSON.parse(line);
      const [small, medium, large, card] = sizes.map(next);
      return { width, height, files: { "320.webp": small, "640.webp": medium, "1280.webp": large, "card.jpg": card } };
    });
}
