import { readFileSync } from "node:fs";

/** A row of a table of operations, such as "| `getPet` (deprecated) | `GET /v1/pets/{petId}` | `pets:read` | …". */
const ROW = /^\| `(\w+)`[^|]*\| `(GET|POST|PUT|PATCH|DELETE) (\/v1[^`?]*)[^`]*` *\| `([\w:]+)` *\|/gm;

/** The operations that docs/contract.md promises. `route` is their path as in `app/v1`. */
export const CONTRACT_OPERATIONS = [...readFileSync("docs/contract.md", "utf8").matchAll(ROW)].map(
  ([, operationId = "", method = "", path = "", scope = ""]) => ({
    operationId,
    method,
    route: path.replace(/\{(\w+)\}/g, "[$1]"),
    scope,
  }),
);
