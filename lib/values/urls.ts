/**
 * Returns a URL for each host of a PostgreSQL URL, which may name several, as in `postgresql://a:5432,b/pets`. Returns
 * null if it is no such URL.
 */
export function parsePostgresUrl(text: string): string[] | null {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)((?:[/?#].*)?)$/is.exec(text);
  if (!parts) return null;
  const [, before, hosts = "", after] = parts;
  const urls = hosts.split(",").map((host) => `${before}${host}${after}`);
  return urls.every((url) => URL.canParse(url)) ? urls : null;
}

/** How to reach a mail server. */
export type SmtpServer = {
  host: string;
  port: number;
  /** Whether to use TLS from the first byte. Otherwise the connection begins in plain text, then uses STARTTLS. */
  implicitTls: boolean;
  /** Whether mail may be sent in plain text where the server does not offer STARTTLS. */
  mayBePlain: boolean;
  login: { user: string; password: string } | null;
};

/** The port for submission (RFC 6409), and the one with implicit TLS (RFC 8314). */
const PORTS = { "smtp:": 587, "smtps:": 465 } as const;

/** Parses `smtp[s]://user:password@host:port`, or `smtp://…?tls=off`. Returns null if it does not have that form. */
export function parseSmtpUrl(text: string): SmtpServer | null {
  const [, address = "", off] = /^([^?]*)(\?tls=off)?$/.exec(text) ?? [];
  // URL would ignore line breaks and tabs.
  if (!URL.canParse(address) || /[\s#\p{Cc}]/u.test(address)) return null;
  const { protocol, hostname, port, pathname, username, password } = new URL(address);
  if (off !== undefined && protocol !== "smtp:") return null;
  if ((protocol !== "smtp:" && protocol !== "smtps:") || hostname === "") return null;
  if (port === "0" || !/^\/?$/.test(pathname) || (username === "") !== (password === "")) return null;
  const [user, secret] = [decode(username), decode(password)];
  if (user === null || secret === null) return null;
  return {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: port === "" ? PORTS[protocol] : Number(port),
    implicitTls: protocol === "smtps:",
    mayBePlain: off !== undefined,
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
