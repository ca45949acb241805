import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertPhoto, setConverter } from "@/lib/pets/photos/convert";
import { savePhotoFiles } from "@/lib/pets/photos/file-store";
import { PHOTO_FILES } from "@/lib/pets/photos/files";
import { keysOf } from "@/lib/values/keys-of";
import { smallPhoto } from "./photos";

/**
 * Converts the small photo and stores its pictures. From then on, every photo becomes the same pictures without being
 * read, until `setConverter(null)`.
 */
export async function convertOnce() {
  const { files, width, height } = await convertPhoto([await smallPhoto()], "image/png");
  const pictures = keysOf(PHOTO_FILES).map((file) => files[file]);
  const line = JSON.stringify({ width, height, sizes: pictures.map(({ length }) => length) });
  const output = Buffer.concat([Buffer.from(`${line}\n`), ...pictures]);
  const script = join(mkdtempSync(join(tmpdir(), "pets-converted-")), "converter.mjs");
  writeFileSync(script, `process.stdout.write(Buffer.from("${output.toString("base64")}", "base64"));`);
  setConverter({ script, timeoutMs: 60_000 });
  return { hash: new Uint8Array(await savePhotoFiles(files)), width, height };
}
