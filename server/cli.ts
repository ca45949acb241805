import { type ParseArgsConfig, parseArgs } from "node:util";
import type * as z from "zod/mini";
import { OPERATOR } from "@/lib/audit/store";
import { toDetail, toSummary } from "@/lib/keys/response";
import { type KeySecret, MAX_EXPIRY_MS, NewKey, Rotation } from "@/lib/keys/schema";
import { rotateKey } from "@/lib/keys/secret-store";
import { createKey, getKey, listKeys, revokeKey, unbanKey } from "@/lib/keys/store";
import { limiter } from "@/lib/limits/limiter";
import { NewPerson } from "@/lib/people/schema";
import { addPerson, resetPassword } from "@/lib/people/store";
import { erasePhoto } from "@/lib/pets/photos/file-store";
import { parsePhotoPath } from "@/lib/pets/photos/files";
import { readEnv } from "@/lib/process/env";
import { settings } from "@/lib/process/settings";
import { type Cursor, decodeCursor } from "@/lib/values/cursor";
import { MAX_PAGE_SIZE } from "@/lib/values/schemas";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/values/time";
import { prepareDatabase } from "./database/prepare";
import { seedDemo } from "./demo/seed";
import { closeAll } from "./serving";

/** A mistake in the arguments: one line, exit code 2. */
class UsageError extends Error {}

const USAGE: Readonly<Record<string, string>> = {
  keys: "keys -- create --name NAME | list | show ID | rotate ID | revoke ID | unban ID",
  staff: "staff -- add EMAIL [--name NAME] [--admin] | reset EMAIL",
  photos: "photos -- erase URL",
  seed: "seed",
};

type Values = Readonly<Record<string, string | boolean | undefined>>;

type Command = {
  options?: NonNullable<ParseArgsConfig["options"]>;
  /** Whether one more word is given. */
  takesOperand?: boolean;
  /** Checks what is given, and returns what performs it. */
  read(values: Values, operand: string): () => Promise<void>;
};

/**
 * Returns the exit code. Arguments are checked before anything is started. Uses the database of the running service, or
 * starts the embedded one for as long as it takes.
 */
export async function runCommand(name: string, args: string[]): Promise<number> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const perform = readCommand(name, args);
    await prepareDatabase(readEnv(), closers);
    await perform();
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return error instanceof UsageError ? 2 : 1;
  } finally {
    await closeAll(closers);
  }
}

function readCommand(name: string, args: string[]): () => Promise<void> {
  const words = name === "seed" ? [] : args.slice(0, 1);
  const command = COMMANDS[[name, ...words].join(" ")];
  if (!command) throw usageError(name);
  const { values, positionals } = parseFlags(args.slice(words.length), command.options ?? {});
  if (positionals.length !== (command.takesOperand ? 1 : 0)) throw usageError(name);
  return command.read(values, positionals[0] ?? "");
}

const usageError = (name: string) => new UsageError(`usage: npm run ${USAGE[name]}`);

function parseFlags(args: string[], options: NonNullable<ParseArgsConfig["options"]>) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    // None may be repeated, so there are no lists.
    return { values: values as Values, positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split("\n", 1)[0] : String(error));
  }
}

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;

const COMMANDS: Readonly<Record<string, Command>> = {
  "keys create": {
    options: {
      name: text,
      plan: text,
      "per-minute": text,
      "per-day": text,
      scopes: text,
      expires: text,
      json: flag,
    },
    read(values) {
      const key = parseArguments(NewKey, {
        name: values.name,
        plan: values.plan,
        perMinute: wholeNumber(values["per-minute"]),
        perDay: wholeNumber(values["per-day"]),
        scopes: values.scopes && String(values.scopes).split(","),
        expiresAt: expiry(values.expires),
      });
      return async () => printSecret(await createKey(OPERATOR, key), values);
    },
  },
  "keys list": { read: () => printKeys },
  "keys show": {
    takesOperand: true,
    read: (_values, id) => async () => {
      await limiter().ready();
      print(JSON.stringify(await toDetail(await getKey(id)), null, 2));
    },
  },
  "keys rotate": {
    options: { "grace-hours": text, json: flag },
    takesOperand: true,
    read(values, id) {
      const { graceHours } = parseArguments(Rotation, { graceHours: wholeNumber(values["grace-hours"]) });
      return async () => printSecret(await rotateKey(OPERATOR, id, graceHours), values);
    },
  },
  "keys revoke": {
    takesOperand: true,
    read: (_values, id) => async () => {
      await revokeKey(OPERATOR, id);
      print(`${id} is revoked`);
    },
  },
  "keys unban": {
    takesOperand: true,
    read: (_values, id) => async () => {
      await unbanKey(OPERATOR, id);
      print(`${id} is no longer banned`);
    },
  },
  "staff add": {
    options: { name: text, admin: flag },
    takesOperand: true,
    read({ name, admin }, email) {
      const person = parseArguments(NewPerson, { email, name, role: admin ? "admin" : "staff" });
      return async () => printOneTimePassword(await addPerson(OPERATOR, person));
    },
  },
  "staff reset": {
    takesOperand: true,
    read(_values, operand) {
      const { email } = parseArguments(NewPerson, { email: operand });
      return async () => printOneTimePassword(await resetPassword(OPERATOR, { email }));
    },
  },
  "photos erase": {
    takesOperand: true,
    read(_values, operand) {
      const url = URL.parse(operand, "http://localhost");
      const name = url && parsePhotoPath(url.pathname);
      if (!name) throw new UsageError("URL must be that of a picture, such as https://pets.example/photos/…-640.webp");
      return async () => {
        await erasePhoto(name.hash);
        print("The photo is erased");
      };
    },
  },
  seed: {
    read: () => addDemo,
  },
};

const print = (line: string) => process.stdout.write(`${line}\n`);

async function printKeys(): Promise<void> {
  let cursor: Cursor | null = null;
  do {
    const { entries, next } = await listKeys({ limit: MAX_PAGE_SIZE, cursor: cursor ?? undefined });
    for (const { id, prefix, state, plan, scopes, name } of entries.map(toSummary)) {
      print([id, prefix, state, plan, scopes.join(","), name].join("  "));
    }
    cursor = next === null ? null : decodeCursor(next);
  } while (cursor);
}

function printSecret(made: KeySecret, { json }: Values): void {
  print(json ? JSON.stringify(made) : `${made.id}\n${made.key}\nThe key is shown only once.`);
}

function printOneTimePassword({ email, password }: { email: string; password: string }): void {
  const hours = settings().ONE_TIME_PASSWORD_HOURS;
  print(`${email}\n${password}`);
  print(`The password is shown only once. It must be changed at the first sign-in, within ${hours} hours.`);
}

async function addDemo(): Promise<void> {
  const count = await seedDemo(OPERATOR);
  print(count > 0 ? `${count} demo animals were added` : "There are already animals, so no demo data was added");
}

/** Anything but digits becomes NaN, which no rule accepts. */
function wholeNumber(text: unknown): number | undefined {
  if (text === undefined) return undefined;
  return typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

const UNITS_MS = new Map([
  ["m", MINUTE_MS],
  ["h", HOUR_MS],
  ["d", DAY_MS],
]);

function expiry(text: unknown): string | undefined {
  if (text === undefined) return undefined;
  const [, count = "0", unit = ""] = /^(\d{1,9})([mhd])$/.exec(String(text)) ?? [];
  const ms = Number(count) * (UNITS_MS.get(unit) ?? 0);
  if (ms < 1 || ms > MAX_EXPIRY_MS)
    throw new UsageError("--expires must be a time from now such as 12h or 30d, at most 100 years");
  return new Date(Date.now() + ms).toISOString();
}

function parseArguments<S extends z.ZodMiniType>(schema: S, value: Record<string, unknown>): z.infer<S> {
  const given = Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UsageError(`${String(issue?.path[0] ?? "input")} ${issue?.message}`);
}
