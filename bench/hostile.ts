import { parseBody } from "@/lib/http/parse";
import { NewPet } from "@/lib/pets/schema";
import { medianOf } from "./report";

/** Bytes of a body; the largest is the limit of createPet. */
const SIZES = [16_384, 32_768, 65_536];
const ROUNDS = 31;

/** Bodies that take as long as possible to refuse. */
const BODIES: Readonly<Record<string, (bytes: number) => string>> = {
  zeros: (bytes) => `{"name":"x","categoryId":1${"0".repeat(bytes - 29)}1}`,
  fraction: (bytes) => `{"name":"x","categoryId":1.${"0".repeat(bytes - 30)}1}`,
  numbers: (bytes) => `{"name":"x","categoryId":[${"10.0,".repeat((bytes - 30) / 5)}1]}`,
  escapes: (bytes) => `{"name":"${"\\n".repeat((bytes - 12) / 2)}`,
  strings: (bytes) => `{"name":[${'"",'.repeat((bytes - 13) / 3)}""]}`,
  surrogates: (bytes) => `{"name":"${"🐕".repeat((bytes - 28) / 4)}","categoryId":1}`,
};

/**
 * Measures the cost of refusing hostile bodies: microseconds for the largest, and the ratios to half and a quarter of
 * its size. Linear work gives about 2 and 4, quadratic work 4 and 16.
 */
export async function measureHostileBodies(): Promise<Record<string, number | string>> {
  const found: Record<string, number | string> = {};
  for (const [name, make] of Object.entries(BODIES)) {
    const times: number[] = [];
    for (const bytes of SIZES) times.push(await microsecondsToRefuse(make(bytes)));
    const [quarter = 0, half = 0, largest = 0] = times;
    found[`${name}Microseconds`] = Math.round(largest);
    found[`${name}Ratios`] = `${(largest / half).toFixed(1)} and ${(largest / quarter).toFixed(1)}`;
  }
  return found;
}

async function microsecondsToRefuse(body: string): Promise<number> {
  const bytes = Buffer.from(body);
  const incoming = {
    method: "POST",
    host: null,
    path: "/v1/pets",
    search: "",
    address: "127.0.0.1",
    header: (name: string) => (name === "content-type" ? "application/json" : null),
    read: () => Promise.resolve(bytes),
    readParts: () => Promise.resolve([bytes]),
  };
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = process.hrtime.bigint();
    const accepted = await parseBody(NewPet, incoming).catch(() => null);
    times.push(Number(process.hrtime.bigint() - began) / 1_000);
    if (accepted) throw new Error("a hostile body was accepted");
  }
  return medianOf(times);
}
