import "server-only";
import { createTransport } from "nodemailer";
import { isLoopback } from "../http/loopback";
import { settings } from "../process/settings";
import type { SmtpServer } from "../values/smtp-url";
import { type Message, oneLine } from "./compose";

/** How long each part of sending an e-mail may take, in milliseconds. */
export type Timeouts = { connectMs: number; greetingMs: number; silenceMs: number; wholeMs: number };

/** An e-mail that is ready to be sent. */
export type Delivery = {
  /** The same for every attempt, so that an e-mail that arrives twice can be recognised. */
  id: string;
  createdAt: Date;
  to: string;
  message: Message;
  /**
   * The shelter. Its name is that of the sender unless MAIL_FROM has one, and replies go to its e-mail address if it
   * has one.
   */
  shelter: { name: string; email: string | null };
};

/**
 * Sends one e-mail to one e-mail address on its own connection.
 * @throws Error of nodemailer, or when `stopped` is aborted
 */
export async function deliver(
  { id, createdAt, to, message, shelter }: Delivery,
  timeouts: Timeouts,
  stopped: AbortSignal,
) {
  const { SMTP_URL, MAIL_FROM } = settings();
  if (!SMTP_URL || !MAIL_FROM) throw new Error("SMTP_URL and MAIL_FROM are not set");
  const transport = createTransport({ ...connectionOptions(SMTP_URL), ...timeoutOptions(timeouts) });
  const timeout = AbortSignal.timeout(timeouts.wholeMs);
  const sending = transport.sendMail({
    ...message,
    messageId: `<${id}@${MAIL_FROM.email.slice(MAIL_FROM.email.indexOf("@") + 1)}>`,
    date: createdAt,
    from: { name: MAIL_FROM.name || oneLine(shelter.name), address: MAIL_FROM.email },
    to: { name: "", address: to },
    ...(shelter.email !== null && { replyTo: { name: oneLine(shelter.name), address: shelter.email } }),
    envelope: { from: MAIL_FROM.email, to },
    // Asks mail programs not to reply automatically (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
    signal: AbortSignal.any([stopped, timeout]),
  });
  await sending.catch((error: unknown) => {
    throw timeout.aborted ? Object.assign(new Error("sending takes too long"), { code: "ETIMEDOUT" }) : error;
  });
}

const timeoutOptions = ({ connectMs, greetingMs, silenceMs }: Timeouts) => ({
  connectionTimeout: connectMs,
  dnsTimeout: connectMs,
  greetingTimeout: greetingMs,
  socketTimeout: silenceMs,
  // By then the e-mail is accepted or refused, so there is no need to wait for a graceful close.
  socketCloseTimeout: 0,
});

/** Returns how to connect. Mail is sent in plain text only to the same machine, or where SMTP_URL says `tls=off`. */
export function connectionOptions({ host, port, implicitTls, mayBePlain, login }: SmtpServer) {
  return {
    host,
    port,
    secure: implicitTls,
    requireTLS: !implicitTls && !mayBePlain && !isLoopback(host),
    // With a login, but without AUTH on offer, nodemailer would send without signing in.
    ...(login && { auth: { user: login.user, pass: login.password }, forceAuth: true }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
