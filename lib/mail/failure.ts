import { settings } from "../settings";

/** Why a mail was not sent. */
export type Failure = {
  /** `mail`: this mail was refused; `server`: the server or the way to it is in trouble, so others would fail too. */
  of: "mail" | "server";
  /** The same mail would be refused again. */
  isFinal: boolean;
  /** In words, without addresses and secrets. */
  reason: string;
};

const MAX_REASON_LENGTH = 300;
/** The commands whose refusal is about one mail; others are about the sender, the login or the connection. */
const ABOUT_A_MAIL = /^(RCPT TO|DATA)\b/;

/** nodemailer's codes of what is wrong with a mail itself: no server has seen it. */
const OF_THE_MAIL: readonly unknown[] = ["EENVELOPE", "EMESSAGE", "ESTREAM"];

/** What an error of sending means. A 5xx is final (RFC 5321, 4.2.1) when it is about this mail. */
export function failureOf(error: unknown): Failure {
  const { code, command, responseCode, response, message } = (error ?? {}) as Record<string, unknown>;
  const isAboutMail = typeof responseCode === "number" && typeof command === "string" && ABOUT_A_MAIL.test(command);
  // An error without a code is not from the network: the mail could not be composed.
  const isUnsent = responseCode === undefined && (code === undefined || OF_THE_MAIL.includes(code));
  const isFinal = isAboutMail && responseCode >= 500 && responseCode !== 503;
  const parts = [code, command, response ?? message].filter((part) => typeof part === "string");
  return {
    // 421: the server closes the connection, whatever it was asked.
    of: isUnsent || (isAboutMail && responseCode !== 421) ? "mail" : "server",
    isFinal,
    reason: redact(parts.join(" ").slice(0, 2_000)).slice(0, MAX_REASON_LENGTH),
  };
}

/** A text of a mail server without addresses, our login, and control characters. */
function redact(text: string): string {
  const { login } = settings().SMTP_URL ?? {};
  let clean = text.replace(/\p{Cc}+/gu, " ");
  // A user of a few letters is no secret, and would be found in every word.
  for (const secret of login ? [login.password, ...(login.user.length > 3 ? [login.user] : [])] : []) {
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")]) {
      clean = clean.replaceAll(form, "<login>");
    }
  }
  return clean.replace(/[^\s<>@:;,]{1,254}@[^\s<>:;,]{1,254}/g, "<address>");
}
