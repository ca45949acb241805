import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative } from "node:path";
import type { HeaderList } from "@/lib/http/message";
import { DOCUMENT_POLICY } from "./page-policy";

/** Next.js serves other files, which are counted like pages. */
const TYPES: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
};
const SUFFIXES = { br: ".br", gzip: ".gz" } as const;

/** Their names change with their content. */
const FOREVER = "public, max-age=31536000, immutable";
/** Browsers ask whether they have changed. */
const REVALIDATED = "public, max-age=0";

export type Encoding = "br" | "gzip" | "identity";

/** By Accept-Encoding (RFC 9110, section 12.5.3). */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  const takes = (name: string) =>
    String(accepted ?? "")
      .toLowerCase()
      .split(",")
      .some((part) => {
        const [coding, ...parameters] = part.split(";").map((text) => text.trim());
        return coding === name && !parameters.some((text) => /^q=0(\.0*)?$/.test(text));
      });
  return takes("br") ? "br" : takes("gzip") ? "gzip" : "identity";
}

type Variant = { headers: HeaderList; body: Buffer };
type Asset = { etag: string; variants: Record<Encoding, Variant> };

/**
 * The files of `public` and of the build, by path, with what scripts/finish-assets.mjs has compressed. They do not
 * change while the service runs.
 */
export function readAssets(root = "."): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const [path, file] of [
    ...filesIn(join(root, ".next/static"), "/_next/static"),
    ...filesIn(join(root, "public"), ""),
  ]) {
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    assets.set(path, readAsset(file, type, join(root, ".next/compressed", path), path));
  }
  return assets;
}

/** Or says that the client already has it (RFC 9110, 13.1.2). */
export function sendAsset({ etag, variants }: Asset, request: IncomingMessage, response: ServerResponse): void {
  const { headers, body } = variants[encodingFor(request.headers["accept-encoding"])];
  const clientTags = request.headers["if-none-match"];
  const isUnchanged = clientTags?.split(",").some((tag) => tag.trim() === etag || tag.trim() === "*");
  if (isUnchanged) response.writeHead(304, headers).end();
  else response.writeHead(200, [...headers, "Content-Length", String(body.length)]).end(body);
}

function filesIn(folder: string, prefix: string): [path: string, file: string][] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [`${prefix}/${relative(folder, file).replaceAll("\\", "/")}`, file]);
}

function readAsset(file: string, type: string, compressed: string, path: string): Asset {
  const content = readFileSync(file);
  // Weak, because it is the same for every encoding (RFC 9110, 8.8.1).
  const etag = `W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;
  const common = ["Content-Type", type, "ETag", etag, "Content-Security-Policy", DOCUMENT_POLICY];
  common.push("Cache-Control", path.startsWith("/_next/static/") ? FOREVER : REVALIDATED);
  if (existsSync(`${compressed}${SUFFIXES.br}`)) common.push("Vary", "Accept-Encoding");
  const identity: Variant = { headers: common, body: content };
  const variant = (encoding: "br" | "gzip"): Variant => {
    const smaller = `${compressed}${SUFFIXES[encoding]}`;
    if (!existsSync(smaller)) return identity;
    return { headers: [...common, "Content-Encoding", encoding], body: readFileSync(smaller) };
  };
  return { etag, variants: { identity, br: variant("br"), gzip: variant("gzip") } };
}
