/** How to reach a mail server. */
export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise the connection begins in clear and STARTTLS is used where it is offered. */
  implicitTls: boolean;
  login: { user: string; password: string } | null;
};

/** The port for submission (RFC 6409), and the one with implicit TLS (RFC 8314). */
const PORTS = { "smtp:": 587, "smtps:": 465 } as const;

/** Reads `smtp[s]://user:password@host:port`; null when it is not of that form. */
export function parseSmtpUrl(text: string): SmtpServer | null {
  // URL ignores line breaks and tabs, and an empty query.
  if (!URL.canParse(text) || /[\s?#\p{Cc}]/u.test(text)) return null;
  const { protocol, hostname, port, pathname, username, password } = new URL(text);
  if ((protocol !== "smtp:" && protocol !== "smtps:") || hostname === "") return null;
  if (port === "0" || !/^\/?$/.test(pathname) || (username === "") !== (password === "")) return null;
  const [user, secret] = [decode(username), decode(password)];
  if (user === null || secret === null) return null;
  return {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: port === "" ? PORTS[protocol] : Number(port),
    implicitTls: protocol === "smtps:",
    login: user === "" ? null : { user, password: secret },
  };
}

/** The text of a percent-encoded part; null when it is malformed or has control characters. */
function decode(part: string): string | null {
  try {
    const text = decodeURIComponent(part);
    return /\p{Cc}/u.test(text) ? null : text;
  } catch {
    return null;
  }
}
