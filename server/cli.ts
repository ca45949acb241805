import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { env } from "@/lib/env";
import { NewKey } from "@/lib/keys/schema";
import { createKey, listKeys, revokeKey } from "@/lib/keys/store";
import { addStaff } from "@/lib/staff/accounts";
import { closeAll, prepareDatabase } from "./main";
import { newMigration } from "./migrate";
import { MAX_RANDOM_PETS, seedRandom } from "./seed";

/** The caller's mistake: one line, exit code 2. */
class UsageError extends Error {}

const print = (text: string) => process.stdout.write(`${text}\n`);

const COMMANDS: Record<string, (args: string[]) => Promise<() => Promise<void>>> = { keys, staff, seed, migrate };

/**
 * Runs a command of the command line and returns its exit code. Arguments are checked before anything is started; then the
 * command works on the database of the running service, or starts the embedded one for as long as it needs.
 */
export async function run(command: string, args: string[]): Promise<number> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const work = await COMMANDS[command]?.(args);
    await prepareDatabase(env(), closers, { exclusive: false });
    await work?.();
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return error instanceof UsageError ? 2 : 1;
  } finally {
    await closeAll(closers);
  }
}

async function keys([action, ...rest]: string[]): Promise<() => Promise<void>> {
  if (action === "create") return createKeyCommand(rest);
  if (action === "list") {
    flags(rest, {});
    return async () => {
      for (const key of await listKeys()) {
        const state = key.revokedAt ? "revoked" : key.expiresAt && key.expiresAt <= new Date() ? "expired" : "active";
        print([key.id, key.prefix, state, key.plan, key.scopes.join(","), key.name].join("  "));
      }
    };
  }
  if (action === "revoke") {
    const id = onlyOne(rest, "npm run keys -- revoke ID");
    return async () => {
      if (!(await revokeKey(id))) throw new UsageError(`no key has the id ${id}`);
      print(`${id} is revoked`);
    };
  }
  throw new UsageError("usage: npm run keys -- create --name NAME | list | revoke ID");
}

function createKeyCommand(args: string[]): () => Promise<void> {
  const text = { type: "string" } as const;
  const given = flags(args, {
    name: text,
    plan: text,
    "per-minute": text,
    "per-day": text,
    scopes: text,
    expires: text,
    json: { type: "boolean" },
  });
  const input = check(NewKey, {
    name: given.name,
    plan: given.plan,
    perMinute: wholeNumber(given["per-minute"]),
    perDay: wholeNumber(given["per-day"]),
    scopes: typeof given.scopes === "string" ? given.scopes.split(",") : undefined,
    expiresAt: expiry(given.expires),
  });
  return async () => {
    const made = await createKey(input);
    print(given.json ? JSON.stringify(made) : `${made.id}\n${made.key}\nThe key is shown this once.`);
  };
}

async function staff([action, ...rest]: string[]): Promise<() => Promise<void>> {
  if (action !== "add") throw new UsageError("usage: npm run staff -- add EMAIL");
  const email = onlyOne(rest, "npm run staff -- add EMAIL");
  if (!z.email().safeParse(email).success) throw new UsageError(`${email} is not an e-mail address`);
  return async () => {
    const { password } = await addStaff(email, { oneTime: true });
    print(`${email}\n${password}\nThe password is shown this once and has to be changed at the first sign-in.`);
  };
}

async function seed(args: string[]): Promise<() => Promise<void>> {
  const count = wholeNumber(flags(args, { pets: { type: "string" } }).pets);
  if (count === undefined || !(count >= 1 && count <= MAX_RANDOM_PETS)) {
    throw new UsageError(`usage: npm run seed -- --pets N, with N from 1 to ${MAX_RANDOM_PETS}`);
  }
  return () => seedRandom(count);
}

async function migrate([action, ...rest]: string[]): Promise<() => Promise<void>> {
  const usage = "npm run migrate -- new NAME";
  if (action !== "new") throw new UsageError(`usage: ${usage}`);
  const name = onlyOne(rest, usage);
  if (!/^[a-z0-9_]{1,60}$/.test(name)) throw new UsageError("NAME must be 1 to 60 of a-z, 0-9 and _");
  return async () => {
    const path = await newMigration(name, env().DATABASE_URL as string);
    print(path ?? "prisma/schema.prisma has not changed; there is nothing to write");
  };
}

type Options = NonNullable<Parameters<typeof parseArgs>[0]>["options"];

function flags(args: string[], options: NonNullable<Options>) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values as Record<
      string,
      string | boolean | undefined
    >;
  } catch (error) {
    throw new UsageError((error as Error).message.split("\n", 1)[0]);
  }
}

function onlyOne(args: string[], usage: string): string {
  const [value, ...more] = args;
  if (!value || value.startsWith("-") || more.length > 0) throw new UsageError(`usage: ${usage}`);
  return value;
}

/** A number for the schema to judge; what is not made of digits alone becomes NaN, which no rule accepts. */
function wholeNumber(text: unknown): number | undefined {
  if (text === undefined) return undefined;
  return typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const MAX_EXPIRY_MS = 100 * 366 * 86_400_000;

function expiry(text: unknown): Date | undefined {
  if (text === undefined) return undefined;
  const [, count = "0", unit = "d"] = /^(\d{1,9})([mhd])$/.exec(String(text)) ?? [];
  const ms = Number(count) * (UNIT_MS[unit] ?? 0);
  if (ms < 1 || ms > MAX_EXPIRY_MS)
    throw new UsageError("--expires must be a time from now such as 12h or 30d, at most 100 years");
  return new Date(Date.now() + ms);
}

function check<S extends z.ZodMiniType>(schema: S, value: Record<string, unknown>): z.infer<S> {
  const given = Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UsageError(`${String(issue?.path[0] ?? "input")} ${issue?.message}`);
}
