import { format, stripVTControlCharacters } from "node:util";
import { isDatabaseUnavailable } from "@/lib/database/errors";
import { logFailure } from "@/lib/database/health";
import { log } from "@/lib/process/log";

type Level = Parameters<typeof log>[0];
type Write = typeof process.stdout.write;

/** Of every line of `log`. Next.js has its own copy of `log`, whose lines have to be recognised. */
const LINE_START = '{"time":"';
const MAX_DETAIL_LENGTH = 4_000;

const writeToPeople: Write = process.stdout.write.bind(process.stdout);

/** Outside of the log. */
export function printForPeople(text: string): void {
  writeToPeople(`${text}\n`);
}

/** Turns everything that libraries print into JSON log lines: Next.js has no hook for a logger. */
export function logAllOutput(): void {
  captureStream(process.stdout, "info");
  captureStream(process.stderr, "error");
  process.removeAllListeners("warning");
  process.on("warning", (warning) => logText("warn", warning.stack ?? String(warning)));
  for (const name of ["error", "warn", "info", "log", "debug"] as const) {
    console[name] = (...parts: unknown[]) => {
      // Next.js prints what a page throws, and every page does while the database is unavailable.
      const failure = parts.find(isDatabaseUnavailable);
      if (failure !== undefined) logFailure("page failed", failure);
      else logText(name === "error" || name === "warn" ? name : "info", format(...parts));
    };
  }
}

function captureStream(stream: NodeJS.WriteStream, level: Level): void {
  const original = stream.write;
  // `write` is overloaded, which a function expression cannot express.
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    if (text.startsWith(LINE_START)) return Reflect.apply(original, stream, [chunk, ...rest]);
    logText(level, text);
    const onWritten = rest.at(-1);
    if (typeof onWritten === "function") process.nextTick(onWritten);
    return true;
  }) as Write;
}

/** The first line, without colours and symbols, becomes the message. */
function logText(level: Level, text: string): void {
  const plain = stripVTControlCharacters(text)
    .replace(/^[\s○⨯⚠▲✓»]+/u, "")
    .trimEnd();
  if (plain === "") return;
  const [message = "", ...rest] = plain.split("\n");
  const detail = rest.join("\n").slice(0, MAX_DETAIL_LENGTH);
  log(level, message.slice(0, MAX_DETAIL_LENGTH), detail === "" ? {} : { detail });
}
