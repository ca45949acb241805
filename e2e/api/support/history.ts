import { expect } from "vitest";
import * as z from "zod/mini";
import { expectCommon } from "./answers";
import type { Answer } from "./service";

const Entry = z.strictObject({
  id: z.bigint(),
  at: z.iso.datetime(),
  actor: z.strictObject({ kind: z.string(), name: z.nullable(z.string()) }),
  action: z.string(),
  changes: z.record(z.string(), z.strictObject({ from: z.unknown(), to: z.unknown() })),
  application: z.exactOptional(z.strictObject({ id: z.string(), name: z.string() })),
});

/** Checks an answer with entries of a history, and returns them. */
export function entriesOf(answer: Answer) {
  expect(answer, answer.text).toMatchObject({ status: 200 });
  expectCommon(answer);
  return z.array(Entry).parse(answer.json);
}
