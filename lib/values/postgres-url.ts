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
