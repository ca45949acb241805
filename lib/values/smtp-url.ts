/** How to reach a mail server. */
export type SmtpServer = {
  host: string;
  port: number;
  /**
   * Whether to use TLS from the first byte. Otherwise the connection begins in plain text and uses STARTTLS if it is
   * offered.
   */
  implicitTls: boolean;
  login: { user: string; password: string } | null;
};

/** The port for submission (RFC 6409), and the one with implicit TLS (RFC 8314). */
const PORTS = { "smtp:": 587, "smtps:": 465 } as const;

/** Parses `smtp[s]://user:password@host:port`. Returns null if it does not have that form. */
export function parseSmtpUrl(text: string): SmtpServer | null {
  // URL would ignore line breaks, tabs and an empty query.
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

/** Decodes a percent-encoded part. Returns null if it is malformed or has control characters. */
function decode(part: string): string | null {
  try {
    const text = decodeURIComponent(part);
    return /\p{Cc}/u.test(text) ? null : text;
  } catch {
    return null;
  }
}
