import * as z from "zod/mini";
import { parsed } from "../values/schemas";
import { EmailAddress } from "../values/text";
import { parsePostgresUrl, parseSmtpUrl } from "../values/urls";

const FLAG_RULE = "must be true or false";
const flag = z.stringbool({ truthy: ["true", "1"], falsy: ["false", "0"], case: "sensitive", error: FLAG_RULE });

const matching = (form: RegExp, rule: string) => parsed(rule, (value) => (form.test(value) ? value : null));

const whole = (rule: string, isValid: (value: number) => boolean) =>
  parsed(rule, (value) => (/^\d{1,5}$/.test(value) && isValid(Number(value)) ? Number(value) : null));
const count = (max: number, min = 0) =>
  whole(`must be a whole number from ${min} to ${max}`, (value) => value >= min && value <= max);
const port = count(65_535);
const days = whole(
  "must be a whole number of days from 31 to 36500, or 0 to keep everything",
  (value) => value === 0 || (value >= 31 && value <= 36_500),
);

const numbers = (form: RegExp, rule: string) =>
  parsed(rule, (value) => (form.test(value) ? value.split(",").map(Number) : null));
const seconds = numbers(/^[1-9]\d{0,6}(,[1-9]\d{0,6}){0,9}$/, "must be 1 to 10 whole numbers, such as 60,300,3600");
const LIMIT_RULE = "must be two whole numbers from 1 to 999999999, a minute and a day, such as 60,1000";
const limit = z.pipe(
  numbers(/^[1-9]\d{0,8},[1-9]\d{0,8}$/, LIMIT_RULE),
  z.transform(([perMinute = 0, perDay = 0]) => ({ perMinute, perDay })),
);

const postgresUrl = parsed("must be a URL that starts with postgresql://", (value) => parsePostgresUrl(value) && value);
const redisUrl = parsed("must be a URL that starts with redis://", (value) =>
  URL.canParse(value) && /^rediss?:/.test(value) ? value : null,
);
const smtpUrl = parsed("must be such as smtp://user:password@mail.example:587", parseSmtpUrl);
const siteUrl = parsed("must be a scheme and a host without a path, such as https://pets.example", readSite);
const SENDER_RULE = "must be an e-mail address, such as hello@pets.example or Happy Paws <hello@pets.example>";
const mailFrom = parsed(SENDER_RULE, readSender);

/** Only an http or https origin, perhaps with a trailing slash. */
function readSite(value: string): string | null {
  if (!URL.canParse(value)) return null;
  const { protocol, origin, href } = new URL(value);
  return /^https?:$/.test(protocol) && href === `${origin}/` && !/[?#]/.test(value) ? origin : null;
}

type MailSender = { name: string; email: string };

/** An e-mail address, or `Name <e-mail address>`. */
function readSender(value: string): MailSender | null {
  const [, name = "", inBrackets, alone] = /^(?:([^<>"\\]{1,100}) <([^<>]+)>|([^<> ]+))$/u.exec(value) ?? [];
  const email = EmailAddress.safeParse(inBrackets ?? alone);
  return email.success && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name) ? { name, email: email.data } : null;
}

const Values = z.object({
  PORT: z._default(port, 3000),
  HOST: z._default(matching(/^[A-Za-z0-9.:_-]{1,255}$/, "must be a host name or an IP address"), "127.0.0.1"),
  DATA_DIR: z._default(matching(/^[^\0]{1,1000}$/, "must be a folder"), ".data"),
  DATABASE_URL: z.optional(postgresUrl),
  /** The owner of the tables, who applies migrations. With it, the role of DATABASE_URL only reads and writes rows. */
  MIGRATION_DATABASE_URL: z.optional(postgresUrl),
  DEMO_DATA: z._default(flag, true),
  /** Without it, absolute links use the host of the request. */
  SITE_URL: z.optional(siteUrl),
  /** Without it, no mail is sent and everything else works. */
  SMTP_URL: z.optional(smtpUrl),
  MAIL_FROM: z.optional(mailFrom),
  /** Where several processes count requests together. */
  REDIS_URL: z.optional(redisUrl),
  /** Processes, which share one port. */
  WORKERS: z._default(count(64, 1), 1),
  /** How long a process that is to end still serves, while its /readyz says 503. */
  DRAIN_SECONDS: z._default(count(300), 0),
  /** How many entries of X-Forwarded-For count. */
  TRUSTED_PROXIES: z._default(count(10), 0),
  /** An IP address without a valid key. */
  STRANGER_LIMIT: z._default(limit, { perMinute: 60, perDay: 1_000 }),
  /** An IP address with visitors of the site. */
  VISITOR_LIMIT: z._default(limit, { perMinute: 300, perDay: 20_000 }),
  /** Pages and documents of an IP address. Static files are not counted. */
  PAGE_LIMIT: z._default(limit, { perMinute: 600, perDay: 50_000 }),
  /** Each signed-in person. */
  STAFF_LIMIT: z._default(limit, { perMinute: 1_000, perDay: 100_000 }),
  /** How many requests after a 429 ban a key; 0 means never. */
  BAN_STRIKES: z._default(count(1_000), 10),
  /** For this long after the first 429 requests are not strikes: they were already in flight. */
  BAN_FORGIVEN_SECONDS: z._default(count(60), 2),
  /** The first, second and later bans. */
  BAN_SECONDS: z._default(seconds, [60, 300, 3_600]),
  /** 0 means forever, here and in the next three. */
  AUDIT_DAYS: z._default(days, 730),
  USAGE_DAYS: z._default(days, 400),
  BAN_DAYS: z._default(days, 400),
  /** Applications that led to no adoption, after their last change. */
  APPLICATION_DAYS: z._default(days, 180),
  /** Confirmation e-mails. */
  RECEIPTS_PER_HOUR: z._default(count(9_999), 100),
  ONE_TIME_PASSWORD_HOURS: z._default(count(8_760, 1), 72),
  /** Set it when several machines serve one site. */
  AUTH_SECRET: z.optional(z.string().check(z.minLength(32, "must have at least 32 characters"))),
});

const ifMail = (name: "MAIL_FROM" | "SITE_URL", reason: string) =>
  z.refine<z.infer<typeof Values>>((values) => values.SMTP_URL === undefined || values[name] !== undefined, {
    path: [name],
    error: `must be set when SMTP_URL is: ${reason}`,
  });
const Settings = Values.check(
  ifMail("MAIL_FROM", "mail needs a sender"),
  ifMail("SITE_URL", "mail has links to the site"),
);

export type Settings = z.infer<typeof Settings>;

/**
 * An empty value counts as absent, because shells and compose files cannot omit a variable.
 * @throws Error with one line that names the variable and the rule, never its value
 */
export function parseEnv(source: Record<string, string | undefined>): Settings {
  const present = Object.keys(Values.shape).flatMap((name) => (source[name] ? [[name, source[name]]] : []));
  const result = Settings.safeParse(Object.fromEntries(present));
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new Error(`${issue?.path.join(".")} ${issue?.message}`);
}

/**
 * Nothing else reads the environment. Only server/start.mjs writes it: NODE_ENV, for React and Next.js.
 * @throws Error as `parseEnv` does
 */
export function readEnv(): Settings {
  return parseEnv(process.env);
}
