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

/** Serves the files that do not change while the service runs. */
type AssetServer = {
  /** Whether there is a file at a path. */
  has(path: string): boolean;
  /**
   * Sends a script or style sheet that was compressed when the pages were built: a sixth smaller than compressing it
   * for each request. Returns whether it did; Next.js serves the other files, and clients that do not accept brotli.
   */
  send(request: IncomingMessage, response: ServerResponse): boolean;
};

/** Reads the names of all files and the content of the compressed ones, once. */
export function createAssetServer(): AssetServer {
  const assets = readAssets();
  const paths = new Set([...pathsIn("public", ""), ...pathsIn(FOLDER, "/_next/static")]);
  return {
    has: (path) => paths.has(path),
    send(request, response) {
      const asset = assets.get(request.url ?? "");
      if (!asset || request.method !== "GET" || encodingFor(request.headers["accept-encoding"]) !== "br") return false;
      response.writeHead(200, asset.headers);
      response.end(asset.body);
      return true;
    },
  };
}

function pathsIn(folder: string, prefix: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${prefix}/${relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/")}`);
}

/** The compressed files by URL. A file's name changes with its content, so each is read once. */
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
