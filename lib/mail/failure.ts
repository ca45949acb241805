import { settings } from "../process/settings";
import { isRecord } from "../values/is-record";

/** Why an e-mail was not sent. */
export type MailFailure = {
  /**
   * `mail`: this e-mail was refused. `server`: the server or the connection has a problem, so other e-mails would fail
   * too.
   */
  of: "mail" | "server";
  /** Whether the same e-mail would be refused again. */
  isFinal: boolean;
  /** The reason as a string, without e-mail addresses and secrets. */
  reason: string;
};

const MAX_REASON_LENGTH = 300;
/**
 * The commands whose refusal concerns a single e-mail. Refusals of others concern the sender, the login or the
 * connection.
 */
const ABOUT_A_MAIL = /^(RCPT TO|DATA)\b/;

/** nodemailer's codes for a problem of the e-mail itself, found before any server has seen it. */
const OF_THE_MAIL: readonly unknown[] = ["EENVELOPE", "EMESSAGE", "ESTREAM"];

/** Classifies an error of sending. A 5xx is final (RFC 5321, 4.2.1) if it concerns this e-mail. */
export function failureOf(error: unknown): MailFailure {
  const known: Record<string, unknown> = isRecord(error) ? error : {};
  const { code, command, responseCode, response, message } = known;
  const isAboutMail = typeof responseCode === "number" && typeof command === "string" && ABOUT_A_MAIL.test(command);
  // An error without a code is not from the network: the e-mail could not be composed.
  const isUnsent = responseCode === undefined && (code === undefined || OF_THE_MAIL.includes(code));
  const isFinal = isAboutMail && responseCode >= 500 && responseCode !== 503;
  const parts = [code, command, response ?? message].filter((part) => typeof part === "string");
  return {
    // A server that closes the connection answers 421 to any command.
    of: isUnsent || (isAboutMail && responseCode !== 421) ? "mail" : "server",
    isFinal,
    reason: redact(parts.join(" ").slice(0, 2_000)).slice(0, MAX_REASON_LENGTH),
  };
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
