import "server-only";
import type { ApiOperation, Exchange } from "./document";
import { type Components, resolve } from "./schema-words";
import { plainText } from "./search";

export type ConsoleOperation = ReturnType<typeof consoleOperation>;

/** What the console of an operation needs. Its values come from the example. `path` has `/v1`. */
export function consoleOperation(
  method: string,
  path: string,
  operation: ApiOperation,
  components: Components,
  { request }: Exchange,
) {
  const { pathname, searchParams } = new URL(request.path, "https://pets.example");
  const template = new RegExp(path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)"));
  const values = { ...template.exec(pathname)?.groups, ...Object.fromEntries(searchParams), ...request.headers };
  const body = operation.requestBody && resolve(operation.requestBody, components);
  return {
    method: method.toUpperCase(),
    path,
    parameters: operation.parameters.map((parameter) => {
      const { name, in: place, required = false, description = "" } = resolve(parameter, components);
      return { name, in: place, required, description: plainText(description), example: values[name] ?? "" };
    }),
    body: body
      ? {
          mediaTypes: Object.keys(body.content),
          example: request.body === null ? "" : JSON.stringify(request.body, null, 2),
        }
      : null,
  };
}
