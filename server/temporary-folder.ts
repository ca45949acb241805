import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder for a test, which another user may enter: as root, PostgreSQL runs as somebody else. */
export function temporaryFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `pets-${purpose}-`));
  chmodSync(folder, 0o755);
  return folder;
}
