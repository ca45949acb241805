import { parseArgs } from "node:util";
import type * as z from "zod/mini";
import { OPERATOR } from "@/lib/audit/store";
import { toDetail, toSummary } from "@/lib/keys/response";
import { type KeySecret, MAX_EXPIRY_MS, MAX_LISTED_KEYS, NewKey, Rotation } from "@/lib/keys/schema";
import { rotateKey } from "@/lib/keys/secret-store";
import { createKey, getKey, listKeys, revokeKey, unbanKey } from "@/lib/keys/store";
import { NewPerson } from "@/lib/people/schema";
import { addPerson, resetPasswordByEmail } from "@/lib/people/store";
import { readEnv } from "@/lib/process/env";
import { settings } from "@/lib/process/settings";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/values/time";
import { newMigration } from "./database/migrate";
import { type Database, prepareDatabase } from "./database/prepare";
import { drawRemaining } from "./demo/remaining-photos";
import { seedDemo } from "./demo/seed";
import { MAX_RANDOM_PETS, seedRandom } from "./seed";
import { closeAll } from "./serving";

/** A mistake in the arguments: one line, exit code 2. */
class UsageError extends Error {}

const print = (text: string) => process.stdout.write(`${text}\n`);

const COMMANDS: Record<string, (args: string[]) => Promise<(database: Database) => Promise<void>>> = {
  keys,
  staff,
  seed,
  migrate,
};

/**
 * Runs a command and returns its exit code. Arguments are checked before anything is started. The command uses the
 * database of the running service, or starts the embedded one for as long as it takes.
 */
export async function runCommand(command: string, args: string[]): Promise<number> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const perform = await COMMANDS[command]?.(args);
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

async function keys([action, ...rest]: string[]): Promise<() => Promise<void>> {
  switch (action) {
    case "create":
      return createKeyCommand(rest);
    case "list":
      flags(rest, {});
      return printKeys;
    case "show": {
      const id = onlyOne(rest, KEYS_USAGE);
      return async () => {
        print(JSON.stringify(await toDetail(await getKey(id)), null, 2));
      };
    }
    case "rotate":
      return rotateKeyCommand(rest);
    case "revoke": {
      const id = onlyOne(rest, KEYS_USAGE);
      return async () => {
        await revokeKey(OPERATOR, id);
        print(`${id} is revoked`);
      };
    }
    case "unban": {
      const id = onlyOne(rest, KEYS_USAGE);
      return async () => {
        await unbanKey(OPERATOR, id);
        print(`${id} is no longer banned`);
      };
    }
    default:
      throw new UsageError(`usage: ${KEYS_USAGE}`);
  }
}

async function printKeys(): Promise<void> {
  const listed = await listKeys();
  for (const { id, prefix, state, plan, scopes, name } of listed.map(toSummary)) {
    print([id, prefix, state, plan, scopes.join(","), name].join("  "));
  }
  if (listed.length < MAX_LISTED_KEYS) return;
  // Not on the standard output, which programs may read.
  process.stderr.write(
    `These are the newest ${MAX_LISTED_KEYS.toLocaleString("en")} keys. Older ones are not listed.\n`,
  );
}

function rotateKeyCommand([id = "", ...rest]: string[]): () => Promise<void> {
  const options = flags(rest, { "grace-hours": { type: "string" }, json: { type: "boolean" } });
  if (!id || id.startsWith("-")) throw new UsageError(`usage: ${KEYS_USAGE}`);
  const { graceHours } = parseArguments(Rotation, { graceHours: wholeNumber(options["grace-hours"]) });
  return async () => {
    const made = await rotateKey(OPERATOR, id, graceHours);
    printSecret(made, options.json === true);
  };
}

function printSecret(made: KeySecret, asJson: boolean): void {
  print(asJson ? JSON.stringify(made) : `${made.id}\n${made.key}\nThe key is shown only once.`);
}

function createKeyCommand(args: string[]): () => Promise<void> {
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
  const input = parseArguments(NewKey, {
    name: options.name,
    plan: options.plan,
    perMinute: wholeNumber(options["per-minute"]),
    perDay: wholeNumber(options["per-day"]),
    scopes: typeof options.scopes === "string" ? options.scopes.split(",") : undefined,
    expiresAt: expiry(options.expires),
  });
  return async () => {
    printSecret(await createKey(OPERATOR, input), options.json === true);
  };
}

const STAFF_USAGE = "npm run staff -- add EMAIL [--name NAME] [--admin] | reset EMAIL";

async function staff([action, ...rest]: string[]): Promise<() => Promise<void>> {
  if (action === "add") return addPersonCommand(rest);
  if (action === "reset") return resetPasswordCommand(rest);
  throw new UsageError(`usage: ${STAFF_USAGE}`);
}

function addPersonCommand(args: string[]): () => Promise<void> {
  const options: Options = { name: { type: "string" }, admin: { type: "boolean" } };
  const { values, positionals } = parseFlags(args, options, { allowPositionals: true });
  const email = onlyOne(positionals, STAFF_USAGE);
  const person = parseArguments(NewPerson, { email, name: values.name, role: values.admin ? "admin" : "staff" });
  return async () => printOneTimePassword(await addPerson(OPERATOR, person));
}

function resetPasswordCommand(args: string[]): () => Promise<void> {
  const { email } = parseArguments(NewPerson, { email: onlyOne(args, STAFF_USAGE) });
  return async () => printOneTimePassword(await resetPasswordByEmail(OPERATOR, email));
}

function printOneTimePassword({ email, password }: { email: string; password: string }): void {
  const hours = settings().ONE_TIME_PASSWORD_HOURS;
  print(`${email}\n${password}`);
  print(`The password is shown only once. It must be changed at the first sign-in, within ${hours} hours.`);
}

async function seed(args: string[]): Promise<() => Promise<void>> {
  const count = wholeNumber(flags(args, { pets: { type: "string" } }).pets);
  if (count === undefined) return seedDemoCommand;
  if (!(count >= 1 && count <= MAX_RANDOM_PETS)) {
    throw new UsageError(`usage: npm run seed [-- --pets N], with N from 1 to ${MAX_RANDOM_PETS}`);
  }
  return () => seedRandom(count);
}

async function seedDemoCommand(): Promise<void> {
  const count = await seedDemo(OPERATOR);
  if (count > 0) await drawRemaining(new AbortController().signal, 0);
  print(count > 0 ? `${count} demo animals were added` : "There are already animals, so no demo data was added");
}

async function migrate([action, ...rest]: string[]): Promise<(database: Database) => Promise<void>> {
  const usage = "npm run migrate -- new NAME";
  if (action !== "new") throw new UsageError(`usage: ${usage}`);
  const name = onlyOne(rest, usage);
  if (!/^[a-z0-9_]{1,60}$/.test(name)) throw new UsageError("NAME must be 1 to 60 of a-z, 0-9 and _");
  return async ({ ownerUrl }) => {
    const path = await newMigration(name, ownerUrl);
    print(path ?? "prisma/schema.prisma has not changed; there is nothing to write");
  };
}

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

/** Reads a number for a schema to check. Anything but digits becomes NaN, which no rule accepts. */
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
  const present = Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
  const parsed = schema.safeParse(present);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UsageError(`${String(issue?.path[0] ?? "input")} ${issue?.message}`);
}
