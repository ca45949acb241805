import fc from "fast-check";
import { expect, test } from "vitest";
import { Parts } from "./parts";

test("keeps every byte, in parts of which only the last is not full", () => {
  const chunks = fc.array(fc.nat(300_000), { maxLength: 5 });
  fc.assert(
    fc.property(chunks, (lengths) => {
      const given = lengths.map((length, index) => new Uint8Array(length).fill(index + 1));
      const gathered = new Parts();
      for (const chunk of given) gathered.add(chunk);
      const parts = gathered.finish();
      expect(Buffer.concat(parts).equals(Buffer.concat(given))).toBe(true);
      for (const part of parts.slice(0, -1)) expect(part).toHaveLength(256 * 1024);
      // A part that is a view of a larger buffer would keep all of it.
      const memory = parts.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
      expect(memory).toBeLessThan(gathered.length + 256 * 1024);
    }),
    { numRuns: 30 },
  );
});
