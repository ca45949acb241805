import { format, stripVTControlCharacters } from "node:util";
import { log } from "@/lib/log";

type Level = Parameters<typeof log>[0];
type Write = typeof process.stdout.write;

/** What a line begins with that `log` wrote; Next.js has a copy of it of its own. */
const LINE_START = '{"time":"';
const MAX_DETAIL_LENGTH = 4_000;

const CONSOLE = { error: "error", warn: "warn", trace: "info", info: "info", log: "info", debug: "info" } as const;

const writeToPeople: Write = process.stdout.write.bind(process.stdout);

/** Prints a text for the person at the terminal, which is no line of the log. */
export function printForPeople(text: string): void {
  writeToPeople(`${text}\n`);
}

/**
 * Makes one JSON line of the log of whatever libraries print in this process: Next.js, which has no hook for a logger, others
 * that use the console or write to stdout and stderr, and Node.js's warnings. Returns what puts everything back.
 */
export function logAllOutput(): () => void {
  const undo = [captureStream(process.stdout, "info"), captureStream(process.stderr, "error"), captureWarnings()];
  for (const [name, level] of Object.entries(CONSOLE) as [keyof typeof CONSOLE, Level][]) {
    const original = console[name];
    console[name] = (...parts: unknown[]) => logText(level, format(...parts));
    undo.push(() => {
      console[name] = original;
    });
  }
  return () => {
    for (const back of undo) back();
  };
}

function captureStream(stream: NodeJS.WriteStream, level: Level): () => void {
  const original = stream.write;
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    if (text.startsWith(LINE_START)) return Reflect.apply(original, stream, [chunk, ...rest]);
    logText(level, text);
    const done = rest.at(-1);
    if (typeof done === "function") process.nextTick(done as () => void);
    return true;
  }) as Write;
  return () => {
    stream.write = original;
  };
}

function captureWarnings(): () => void {
  const original = process.listeners("warning");
  process.removeAllListeners("warning");
  const listener = (warning: Error) => logText("warn", warning.stack ?? String(warning));
  process.on("warning", listener);
  return () => {
    process.off("warning", listener);
    for (const other of original) process.on("warning", other);
  };
}

/** Logs a text for people: its first line is the message, without colour and ornament, and the rest a detail. */
function logText(level: Level, text: string): void {
  const plain = stripVTControlCharacters(text)
    .replace(/^[\s○⨯⚠▲✓»]+/u, "")
    .trimEnd();
  if (plain === "") return;
  const [message = "", ...rest] = plain.split("\n");
  const detail = rest.join("\n").slice(0, MAX_DETAIL_LENGTH);
  log(level, message.slice(0, MAX_DETAIL_LENGTH), detail === "" ? {} : { detail });
}
