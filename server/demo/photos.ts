import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { lowerPriority } from "@/lib/pets/photos/convert";
import type { Converted } from "@/lib/pets/photos/converter-output";
import { logError } from "@/lib/process/log";
import { type AnimalToDraw, drawScene, type View } from "./scene";

/** The program that draws. The working directory of the service is the project. */
const SCRIPT = "server/demo/draw.mjs";
/** Drawing takes a second or two. After this many milliseconds it is killed. */
const TIMEOUT_MS = 30_000;

/** A photo to draw: the animal, and which view of it. */
type PhotoToDraw = AnimalToDraw & { view?: View };

/**
 * Draws photos, in order. If this machine cannot draw them, logs that and returns none. With a `signal`, the drawing
 * yields to everything else, and returns none when it is aborted.
 */
export async function drawPhotos(photos: readonly PhotoToDraw[], signal?: AbortSignal): Promise<Converted[]> {
  try {
    const scenes = photos.map(({ view, ...subject }) => drawScene(subject, view));
    return await draw(scenes, signal);
  } catch (error) {
    if (!signal?.aborted) logError("the demo animals get no photos", error);
    return [];
  }
}

async function draw(scenes: readonly string[], signal?: AbortSignal): Promise<Converted[]> {
  const child = spawn(process.execPath, [SCRIPT], {
    env: { NODE_ENV: "production" },
    stdio: ["pipe", "pipe", "pipe"],
    timeout: TIMEOUT_MS,
    ...(signal && { signal }),
  });
  // Awaited from here on, because an event reports that a process could not be started. It may then have no streams.
  const closed = once(child, "close");
  if (signal) lowerPriority(child);
  child.stdin?.on("error", () => {}); // the exit code reports it
  child.stdin?.end(JSON.stringify(scenes));
  const chunks: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
  const [[code, killedBy], complaint] = await Promise.all([closed, child.stderr ? text(child.stderr) : ""]);
  if (code !== 0) throw new Error(`${SCRIPT} ended with ${code ?? killedBy}: ${complaint.slice(0, 300)}`);
  return readPhotos(Buffer.concat(chunks));
}

function readPhotos(output: Buffer): Converted[] {
  const end = output.indexOf("\n\n");
  let at = end + 2;
  const takePicture = (size: number) => {
    at += size;
    return output.subarray(at - size, at);
  };
  return output
    .toString("utf8", 0, end)
    .split("\n")
    .map((line) => {
      const { width, height, sizes } = JSON.parse(line);
      const [small, medium, large, card] = sizes.map(takePicture);
      return { width, height, files: { "320.webp": small, "640.webp": medium, "1280.webp": large, "card.jpg": card } };
    });
}
