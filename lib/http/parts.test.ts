import fc from "fast-check";
import { expect, test } from "vitest";
import { Parts } from "./parts";

const KB = 1024;

test("keeps every byte, in few parts of which only the last is not full", () => {
  const chunks = fc.array(fc.nat(300_000), { maxLength: 5 });
  fc.assert(
    fc.property(chunks, (lengths) => {
      const given = lengths.map((length, index) => new Uint8Array(length).fill(index + 1));
      const gathered = new Parts();
      for (const chunk of given) gathered.add(chunk);
      const parts = gathered.finish();
      expect(Buffer.concat(parts).equals(Buffer.concat(given))).toBe(true);
      for (const part of parts.slice(0, -1)) expect(part).toHaveLength(part.buffer.byteLength);
      expect(parts.length).toBeLessThanOrEqual(8 + gathered.length / (256 * KB));
      // A part that is only a view keeps the whole buffer behind it in memory.
      const memory = parts.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
      expect(memory).toBeLessThanOrEqual(Math.min(gathered.length + 256 * KB, 2 * gathered.length + 4 * KB));
    }),
    { numRuns: 30 },
  );
});
