/** A URL for each host: a PostgreSQL URL may name several, as in `postgresql://a:5432,b/pets`. Null if it is none. */
export function parsePostgresUrl(text: string): string[] | null {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)((?:[/?#].*)?)$/is.exec(text);
  if (!parts) return null;
  const [, before, hosts = "", after] = parts;
  const urls = hosts.split(",").map((host) => `${before}${host}${after}`);
  return urls.every((url) => URL.canParse(url)) ? urls : null;
}

export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte. Otherwise STARTTLS. */
  implicitTls: boolean;
  /** Whether mail may be sent in plain text where the server offers no STARTTLS. */
  mayBePlain: boolean;
  login: { user: string; password: string } | null;
};

/** For submission (RFC 6409), and with implicit TLS (RFC 8314). */
const PORTS = { "smtp:": 587, "smtps:": 465 } as const;

/** `smtp[s]://user:password@host:port`, or `smtp://…?tls=off`; null for anything else. */
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

/** Null if it is malformed or has control characters. */
function decode(part: string): string | null {
  try {
    const text = decodeURIComponent(part);
    return /\p{Cc}/u.test(text) ? null : text;
  } catch {
    return null;
  }
}
