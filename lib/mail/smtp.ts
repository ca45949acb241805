import "server-only";
import { createTransport } from "nodemailer";
import { isLoopback } from "../http/client-address";
import { JobError } from "../jobs/worker";
import { settings } from "../process/settings";
import { isRecord } from "../values/objects";
import type { SmtpServer } from "../values/urls";
import { type Message, oneLine } from "./templates";

type Delivery = {
  id: bigint;
  createdAt: Date;
  to: string;
  message: Message;
  /** Its name is that of the sender unless MAIL_FROM has one. Replies go to its e-mail address if it has one. */
  shelter: { name: string; email: string | null };
};

/**
 * Sends one e-mail to one e-mail address on its own connection, within this time.
 * @throws Error of nodemailer, or when `stopped` is aborted
 */
export async function deliver(
  { id, createdAt, to, message, shelter }: Delivery,
  timeoutMs: number,
  stopped: AbortSignal,
) {
  const { SMTP_URL, MAIL_FROM } = settings();
  if (!SMTP_URL || !MAIL_FROM) throw new Error("SMTP_URL and MAIL_FROM are not set");
  const transport = createTransport(connectionOptions(SMTP_URL));
  const timeout = AbortSignal.timeout(timeoutMs);
  const sending = transport.sendMail({
    ...message,
    // The same for every attempt, so that an e-mail that arrives twice can be recognised.
    messageId: `<${id}.${createdAt.getTime()}@${MAIL_FROM.email.slice(MAIL_FROM.email.indexOf("@") + 1)}>`,
    date: createdAt,
    from: { name: MAIL_FROM.name || oneLine(shelter.name), address: MAIL_FROM.email },
    to: { name: "", address: to },
    ...(shelter.email !== null && { replyTo: { name: oneLine(shelter.name), address: shelter.email } }),
    envelope: { from: MAIL_FROM.email, to },
    // Asks mail programs not to reply automatically (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
    signal: AbortSignal.any([stopped, timeout]),
  });
  await sending.catch((error: unknown) => {
    throw timeout.aborted ? Object.assign(new Error("sending takes too long"), { code: "ETIMEDOUT" }) : error;
  });
}

/** Returns how to connect. Mail is sent in plain text only to the same machine, or where SMTP_URL says `tls=off`. */
export function connectionOptions({ host, port, implicitTls, mayBePlain, login }: SmtpServer) {
  return {
    host,
    port,
    secure: implicitTls,
    requireTLS: !implicitTls && !mayBePlain && !isLoopback(host),
    // With a login, but without AUTH on offer, nodemailer would send without signing in.
    ...(login && { auth: { user: login.user, pass: login.password }, forceAuth: true }),
    // By then the e-mail is accepted or refused, so there is no need to wait for a graceful close.
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const MAX_REASON_LENGTH = 300;
/** The commands whose refusal concerns a single e-mail, not the sender, the login or the connection. */
const ABOUT_A_MAIL = /^(RCPT TO|DATA)\b/;

/** nodemailer's codes for a problem of the e-mail itself, found before any server has seen it. */
const OF_THE_MAIL: readonly unknown[] = ["EENVELOPE", "EMESSAGE", "ESTREAM"];

/**
 * Classifies an error of sending. A 5xx is final (RFC 5321, 4.2.1) if it concerns this e-mail. After a problem of the
 * server or the connection, other e-mails would fail too.
 */
export function failureOf(error: unknown): JobError {
  const known: Record<string, unknown> = isRecord(error) ? error : {};
  const { code, command, responseCode, response, message } = known;
  const isAboutMail = typeof responseCode === "number" && typeof command === "string" && ABOUT_A_MAIL.test(command);
  // An error without a code is not from the network: the e-mail could not be composed.
  const isUnsent = responseCode === undefined && (code === undefined || OF_THE_MAIL.includes(code));
  const isFinal = isAboutMail && responseCode >= 500 && responseCode !== 503;
  const parts = [code, command, response ?? message].filter((part) => typeof part === "string");
  // A server that closes the connection answers 421 to any command.
  const isOfServer = !isUnsent && (!isAboutMail || responseCode === 421);
  return new JobError(redact(parts.join(" ").slice(0, 2_000)).slice(0, MAX_REASON_LENGTH), isFinal, isOfServer);
}

/** Removes e-mail addresses, our login, and control characters from the text of a mail server. */
function redact(text: string): string {
  const { login } = settings().SMTP_URL ?? {};
  let clean = text.replace(/\p{Cc}+/gu, " ");
  // A user name of a few letters is no secret, and would be found inside other words.
  for (const secret of login ? [login.password, ...(login.user.length > 3 ? [login.user] : [])] : []) {
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")]) {
      clean = clean.replaceAll(form, "<login>");
    }
  }
  return clean.replace(/[^\s<>@:;,]{1,254}@[^\s<>:;,]{1,254}/g, "<address>");
}
