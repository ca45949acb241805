// Makes the files for browsers quick to start and small to send, once after each build.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** In bytes. Smaller files are not worth compressing. */
const MIN_COMPRESSED_BYTES = 256;
const COMPRESSED = /\.(js|css|svg)$/;
/**
 * Makes Chromium compile a script in the background while it arrives, instead of each function at its first call.
 * https://v8.dev/blog/explicit-compile-hints
 */
const COMPILE_HINT = "//# allFunctionsCalledOnLoad\n";

/**
 * Puts the hint at the top of every script of the build, and compresses the text files of the build and of `public`.
 * `.next/compressed` then holds `PATH.br` and `PATH.gz` for each path of a URL.
 * @param {string} root folder of the checkout
 */
export function finishAssets(root) {
  const target = join(root, ".next/compressed");
  rmSync(target, { recursive: true, force: true });
  for (const { folder, prefix } of [
    { folder: join(root, ".next/static"), prefix: "_next/static" },
    { folder: join(root, "public"), prefix: "" },
  ]) {
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile() || !COMPRESSED.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      if (prefix !== "" && file.endsWith(".js")) addHint(file);
      compress(file, join(target, prefix, relative(folder, file)));
    }
  }
}

/** @param {string} file */
function addHint(file) {
  const content = readFileSync(file, "utf8");
  if (!content.startsWith(COMPILE_HINT)) writeFileSync(file, COMPILE_HINT + content);
}

/**
 * @param {string} file
 * @param {string} target path of the compressed files, without their extensions
 */
function compress(file, target) {
  const content = readFileSync(file);
  if (content.length < MIN_COMPRESSED_BYTES) return;
  mkdirSync(dirname(target), { recursive: true });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  writeFileSync(`${target}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${target}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
}
