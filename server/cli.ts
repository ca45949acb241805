import { parseArgs } from "node:util";
import type * as z from "zod/mini";
import { OPERATOR } from "@/lib/audit/store";
import { toDetail, toSummary } from "@/lib/keys/response";
import { type KeySecret, MAX_EXPIRY_MS, NewKey, Rotation } from "@/lib/keys/schema";
import { rotateKey } from "@/lib/keys/secret-store";
import { createKey, getKey, listKeys, revokeKey, unbanKey } from "@/lib/keys/store";
import { limiter } from "@/lib/limits/limiter";
import { NewPerson } from "@/lib/people/schema";
import { addPerson, resetPasswordByEmail } from "@/lib/people/store";
import { erasePhoto } from "@/lib/pets/photos/file-store";
import { type PhotoName, parsePhotoPath } from "@/lib/pets/photos/files";
import { readEnv } from "@/lib/process/env";
import { settings } from "@/lib/process/settings";
import { type Cursor, decodeCursor } from "@/lib/values/cursor";
import { MAX_PAGE_SIZE } from "@/lib/values/schemas";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/values/time";
import { newMigration } from "./database/migrate";
import { type Database, prepareDatabase } from "./database/prepare";
import { MAX_RANDOM_PETS, seedDemo, seedRandom } from "./demo/seed";
import { closeAll } from "./serving";

/** A mistake in the arguments: one line, exit code 2. */
class UsageError extends Error {}

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Checks the arguments, and returns what performs it. */
type Command = (args: string[]) => (database: Database) => Promise<void>;

function command<I>(read: (args: string[]) => I, perform: (input: I, database: Database) => Promise<void>): Command {
  return (args) => {
    const input = read(args);
    return (database) => perform(input, database);
  };
}

const oneOf =
  (commands: Readonly<Record<string, Command>>, usage: string): Command =>
  ([action = "", ...rest]) => {
    const named = Object.hasOwn(commands, action) ? commands[action] : undefined;
    if (!named) throw new UsageError(`usage: ${usage}`);
    return named(rest);
  };

/**
 * Returns the exit code. Arguments are checked before anything is started. Uses the database of the running service, or
 * starts the embedded one for as long as it takes.
 */
export async function runCommand(name: string, args: string[]): Promise<number> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const perform = COMMANDS[name]?.(args);
    const database = await prepareDatabase(readEnv(), closers, { as: "command" });
    await perform?.(database);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return error instanceof UsageError ? 2 : 1;
  } finally {
    await closeAll(closers);
  }
}

const KEYS_USAGE = "npm run keys -- create --name NAME | list | show ID | rotate ID | revoke ID | unban ID";

const readKeyId = (args: string[]) => onlyOne(args, KEYS_USAGE);

const keys = oneOf(
  {
    create: command(readNewKey, async ({ key, asJson }) => printSecret(await createKey(OPERATOR, key), asJson)),
    list: command((args) => flags(args, {}), printKeys),
    show: command(readKeyId, async (id) => {
      await limiter().ready();
      print(JSON.stringify(await toDetail(await getKey(id)), null, 2));
    }),
    rotate: command(readRotation, async ({ id, graceHours, asJson }) =>
      printSecret(await rotateKey(OPERATOR, id, graceHours), asJson),
    ),
    revoke: command(readKeyId, async (id) => {
      await revokeKey(OPERATOR, id);
      print(`${id} is revoked`);
    }),
    unban: command(readKeyId, async (id) => {
      await unbanKey(OPERATOR, id);
      print(`${id} is no longer banned`);
    }),
  },
  KEYS_USAGE,
);

function readNewKey(args: string[]) {
  const text = { type: "string" } as const;
  const options = flags(args, {
    name: text,
    plan: text,
    "per-minute": text,
    "per-day": text,
    scopes: text,
    expires: text,
    json: { type: "boolean" },
  });
  const key = parseArguments(NewKey, {
    name: options.name,
    plan: options.plan,
    perMinute: wholeNumber(options["per-minute"]),
    perDay: wholeNumber(options["per-day"]),
    scopes: typeof options.scopes === "string" ? options.scopes.split(",") : undefined,
    expiresAt: expiry(options.expires),
  });
  return { key, asJson: options.json === true };
}

function readRotation([id = "", ...rest]: string[]) {
  const options = flags(rest, { "grace-hours": { type: "string" }, json: { type: "boolean" } });
  if (!id || id.startsWith("-")) throw new UsageError(`usage: ${KEYS_USAGE}`);
  const { graceHours } = parseArguments(Rotation, { graceHours: wholeNumber(options["grace-hours"]) });
  return { id, graceHours, asJson: options.json === true };
}

async function printKeys(): Promise<void> {
  for (let cursor: Cursor | undefined, isLast = false; !isLast; ) {
    const { entries, next } = await listKeys({ limit: MAX_PAGE_SIZE, cursor });
    for (const { id, prefix, state, plan, scopes, name } of entries.map(toSummary)) {
      print([id, prefix, state, plan, scopes.join(","), name].join("  "));
    }
    cursor = (next && decodeCursor(next)) || undefined;
    isLast = next === null;
  }
}

function printSecret(made: KeySecret, asJson: boolean): void {
  print(asJson ? JSON.stringify(made) : `${made.id}\n${made.key}\nThe key is shown only once.`);
}

const STAFF_USAGE = "npm run staff -- add EMAIL [--name NAME] [--admin] | reset EMAIL";

const staff = oneOf(
  {
    add: command(readPerson, async (person) => printOneTimePassword(await addPerson(OPERATOR, person))),
    reset: command(readEmail, async (email) => printOneTimePassword(await resetPasswordByEmail(OPERATOR, email))),
  },
  STAFF_USAGE,
);

function readPerson(args: string[]): NewPerson {
  const options: Options = { name: { type: "string" }, admin: { type: "boolean" } };
  const { values, positionals } = parseFlags(args, options, { allowPositionals: true });
  const email = onlyOne(positionals, STAFF_USAGE);
  return parseArguments(NewPerson, { email, name: values.name, role: values.admin ? "admin" : "staff" });
}

function readEmail(args: string[]): string {
  return parseArguments(NewPerson, { email: onlyOne(args, STAFF_USAGE) }).email;
}

function printOneTimePassword({ email, password }: { email: string; password: string }): void {
  const hours = settings().ONE_TIME_PASSWORD_HOURS;
  print(`${email}\n${password}`);
  print(`The password is shown only once. It must be changed at the first sign-in, within ${hours} hours.`);
}

const seed = command(readCount, (count) => (count === undefined ? addDemo() : seedRandom(count)));

function readCount(args: string[]): number | undefined {
  const count = wholeNumber(flags(args, { pets: { type: "string" } }).pets);
  if (count === undefined || (count >= 1 && count <= MAX_RANDOM_PETS)) return count;
  throw new UsageError(`usage: npm run seed [-- --pets N], with N from 1 to ${MAX_RANDOM_PETS}`);
}

async function addDemo(): Promise<void> {
  const count = await seedDemo(OPERATOR);
  print(count > 0 ? `${count} demo animals were added` : "There are already animals, so no demo data was added");
}

const MIGRATE_USAGE = "npm run migrate -- new NAME";

const migrate = oneOf({ new: command(readMigrationName, writeMigration) }, MIGRATE_USAGE);

function readMigrationName(args: string[]): string {
  const name = onlyOne(args, MIGRATE_USAGE);
  if (!/^[a-z0-9_]{1,60}$/.test(name)) throw new UsageError("NAME must be 1 to 60 of a-z, 0-9 and _");
  return name;
}

async function writeMigration(name: string): Promise<void> {
  print(newMigration(name));
}

const PHOTOS_USAGE = "npm run photos -- erase URL";

const photos = oneOf(
  {
    erase: command(readPhoto, async ({ hash }) => {
      await erasePhoto(hash);
      print("The photo is erased");
    }),
  },
  PHOTOS_USAGE,
);

function readPhoto(args: string[]): PhotoName {
  const url = URL.parse(onlyOne(args, PHOTOS_USAGE), "http://localhost");
  const name = url && parsePhotoPath(url.pathname);
  if (!name) throw new UsageError("URL must be that of a picture, such as https://pets.example/photos/…-640.webp");
  return name;
}

const COMMANDS: Readonly<Record<string, Command>> = { keys, staff, photos, seed, migrate };

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>["options"]>;

function flags(args: string[], options: Options): Record<string, unknown> {
  return parseFlags(args, options).values;
}

function parseFlags(
  args: string[],
  options: Options,
  { allowPositionals = false } = {},
): { values: Record<string, unknown>; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals });
    return { values, positionals };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split("\n", 1)[0] : String(error));
  }
}

function onlyOne(args: string[], usage: string): string {
  const [value, ...more] = args;
  if (!value || value.startsWith("-") || more.length > 0) throw new UsageError(`usage: ${usage}`);
  return value;
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
