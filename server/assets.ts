import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, relative } from "node:path";
import { encodingFor } from "./encoding";

const FOLDER = ".next/static";
const TYPES: Readonly<Record<string, string>> = {
  js: "application/javascript; charset=UTF-8",
  css: "text/css; charset=UTF-8",
};

type Asset = { headers: Record<string, string>; body: Buffer };

/**
 * Serves the scripts and style sheets that were compressed when the pages were built: a sixth smaller than what is compressed
 * for each request. Returns whether it did; who cannot read them gets them from Next.js.
 */
export function createAssetServer(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const assets = readAssets();
  return (request, response) => {
    const asset = assets.get(request.url ?? "");
    if (!asset || request.method !== "GET" || encodingFor(request.headers["accept-encoding"]) !== "br") return false;
    response.writeHead(200, asset.headers);
    response.end(asset.body);
    return true;
  };
}

/** By their URLs. Their names change with their content, so they are read once. */
function readAssets(): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  if (!existsSync(FOLDER)) return assets;
  for (const entry of readdirSync(FOLDER, { withFileTypes: true, recursive: true })) {
    const [, path = "", extension = ""] = /^((?:.*)\.(js|css))\.br$/.exec(entry.name) ?? [];
    if (!entry.isFile() || !path) continue;
    const folder = relative(FOLDER, entry.parentPath).replaceAll("\\", "/");
    const body = readFileSync(join(entry.parentPath, entry.name));
    const headers = {
      "Content-Type": TYPES[extension] ?? "",
      "Content-Encoding": "br",
      "Content-Length": String(body.length),
      "Cache-Control": "public, max-age=31536000, immutable",
      Vary: "Accept-Encoding",
    };
    assets.set(`/_next/static/${folder === "" ? "" : `${folder}/`}${path}`, { headers, body });
  }
  return assets;
}
