import { RateLimiterMemory } from "rate-limiter-flexible";
import { limit } from "@/lib/api/limit";
import { pool } from "@/lib/database/pool";
import type { KnownKey } from "@/lib/keys/secret-store";
import { limitHeaders } from "@/lib/limits/headers";

const CALLS = 300_000;
const KEYS = 1_000;
const ROUNDS = 5;

/**
 * Measures what limiting costs for each request, in microseconds: deciding, counting and writing the headers. For
 * comparison, rate-limiter-flexible decides both windows in memory. Medians.
 */
export async function measureLimiter(): Promise<Record<string, number>> {
  // Use is stored later, so the keys have to exist.
  await pool().query(
    `INSERT INTO keys (id, hash, prefix, name)
     SELECT 'key_' || n, sha256(n::text::bytea), 'pet_live_', 'Benchmark' FROM generate_series(0, $1::int - 1) AS n`,
    [KEYS],
  );
  const callers = Array.from({ length: KEYS }, (_, index) => keyNumber(index));
  const minute = new RateLimiterMemory({ points: 1_000_000_000, duration: 60 });
  const day = new RateLimiterMemory({ points: 1_000_000_000, duration: 86_400 });
  const ours = async (index: number) => {
    const caller = callers[index % KEYS];
    if (caller) limitHeaders(await limit(caller, "127.0.0.1", false));
  };
  const theirs = async (index: number) => {
    const id = callers[index % KEYS]?.id ?? "";
    await minute.consume(id);
    await day.consume(id);
  };
  const [our, their]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    our.push(await microsecondsOf(ours));
    their.push(await microsecondsOf(theirs));
  }
  const median = (values: number[]) => Number([...values].sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]?.toFixed(2));
  return { limiterMicroseconds: median(our), rateLimiterFlexibleMicroseconds: median(their) };
}

async function microsecondsOf(call: (index: number) => Promise<void>): Promise<number> {
  const began = process.cpuUsage();
  for (let index = 0; index < CALLS; index++) await call(index);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / CALLS;
}

function keyNumber(index: number): KnownKey {
  return {
    kind: "key",
    id: `key_${index}`,
    scopes: ["pets:read"],
    limit: { perMinute: 1_000_000_000, perDay: 1_000_000_000 },
    expiresAt: Number.POSITIVE_INFINITY,
    stored: { minute: 0, minuteCount: 0, day: 0, dayCount: 0, ban: null },
  };
}
