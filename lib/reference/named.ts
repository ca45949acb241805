import "server-only";
import * as z from "zod/mini";

/** What each member means, in a sentence or two of Markdown. */
type Meanings<S> = S extends { shape: infer T } ? { [K in keyof T]: string } : undefined;

/**
 * Names a schema in the OpenAPI document, and says what it and its members mean. This is not written into the schemas
 * themselves, because visitors' browsers load them.
 */
export function named<S extends z.ZodMiniType>(
  schema: S,
  id: string,
  description: string,
  ...[members]: Meanings<S> extends undefined ? [] : [Meanings<S>]
): void {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id, description, members });
}

/** Says what the parameters of a path or a query mean. */
export function described<S extends z.ZodMiniObject>(schema: S, members: Meanings<S>): void {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), members });
}
