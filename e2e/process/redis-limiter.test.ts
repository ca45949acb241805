import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { createClient } from "@redis/client";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { startRedis } from "@/e2e/testing/launcher";
import { charge, newBucket, type Verdict } from "@/lib/limits/bucket";
import { MemoryLimiter, type Subject, subjectOfAddress } from "@/lib/limits/memory";
import { RedisLimiter } from "@/lib/limits/redis";
import { type ScriptInput, type ScriptOutput, scriptWith, verdictsOf } from "@/lib/limits/redis-script";
import { freePort } from "@/server/port";

// A real Redis. `npm test` installs it, or says that it cannot.
const program = process.env.REDIS_SERVER;
const BAN_RULES = { strikes: 3, forgivenMs: 2_000, stepsMs: [60_000, 300_000], forgetMs: 86_400_000 };
/** The other members of a subject without bans that the database does not know. */
const BARE = { banRules: null, stored: null };
const EVENING = Date.UTC(2026, 10, 21, 23, 50);

/** A verdict without the random id of a ban. */
const plain = (verdict: Verdict) => ({ ...verdict, newBan: verdict.newBan && { ...verdict.newBan, id: "" } });
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

describe.skipIf(!program)("the limiter in Redis", () => {
  let redis: ChildProcess;
  let port = 0;
  let client: ReturnType<typeof createClient>;
  const limiters: RedisLimiter[] = [];

  beforeAll(async () => {
    port = await freePort();
    redis = await startRedis(String(program), port);
    client = createClient({ url: `redis://127.0.0.1:${port}` });
    await client.connect();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const limiter of limiters.splice(0)) await limiter.connection.close();
  });
  afterAll(() => {
    client.destroy();
    redis.kill("SIGKILL");
  });

  async function newLimiter(at = port) {
    const limiter = new RedisLimiter(`redis://127.0.0.1:${at}`, new MemoryLimiter());
    limiters.push(limiter);
    await limiter.connection.ready();
    return limiter;
  }

  /** Evaluates the script at the time of the input. */
  async function evaluate(key: string, input: ScriptInput & { now: number }): Promise<ScriptOutput> {
    const keys = input.counted.map((_, index) => `${key}:${index}`);
    const output = await client.eval(scriptWith("input.now"), { keys, arguments: [JSON.stringify(input)] });
    return JSON.parse(String(output));
  }

  test("one that is closed while it connects leaves no connection", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const connection = once(server, "connection");
    const { port } = server.address() as { port: number };
    await new RedisLimiter(`redis://127.0.0.1:${port}`, new MemoryLimiter()).connection.close();
    const [socket] = await connection;
    await once(socket.resume(), "close");
    server.close();
  });

  const steps = fc.array(
    fc.record({ gap: fc.integer({ min: 0, max: 40_000 }), requests: fc.integer({ min: 1, max: 12 }) }),
    { maxLength: 40 },
  );
  const limits = fc.record({ perMinute: fc.integer({ min: 1, max: 12 }), perDay: fc.integer({ min: 1, max: 60 }) });
  /** Only IP addresses have wider blocks, and they are not banned. */
  const rules = fc.oneof(
    fc.record({ banRules: fc.constant(BAN_RULES), around: fc.constant([]) }),
    fc.record({ banRules: fc.constant(null), around: fc.array(limits, { maxLength: 2 }) }),
  );

  test("property: n requests in one script call get the same results as n single requests in memory", async () => {
    let bans = 0;
    let keys = 0;
    await fc.assert(
      fc.asyncProperty(steps, limits, rules, async (sequence, limit, { banRules, around }) => {
        const key = `property:${++keys}`;
        const own = { bucket: newBucket(), limit };
        const wider = around.map((limit) => ({ bucket: newBucket(), limit }));
        const known = { minute: 0, minuteCount: 0, day: 0, dayCount: 0 };
        let now = EVENING;
        for (const { gap, requests } of sequence) {
          now += gap > 20_000 ? gap : Math.floor(gap / 20);
          const here = times(requests, () => charge([own, ...wider], banRules, { wall: now, mono: now }));
          const input = {
            requests,
            banRules: banRules ?? undefined,
            counted: [limit, ...around].map((limit) => ({ limit, known })),
            newBanId: "id",
            expiryMs: 600_000,
            now,
          };
          const reply = await evaluate(key, input);
          expect(verdictsOf(reply, [own, ...wider]).map(plain)).toEqual(here.map(plain));
          const ban = reply.buckets[0]?.ban;
          expect([ban?.level, ban?.until]).toEqual([own.bucket.ban?.level, own.bucket.ban?.until]);
          bans += here.filter(({ newBan }) => newBan).length;
        }
      }),
      { numRuns: 150 },
    );
    expect(bans).toBeGreaterThan(10);
  });

  test("simultaneous requests of a key share a script call, get distinct counts, and need no timer", async () => {
    const limiter = await newLimiter();
    const subject: Subject = { kind: "key", id: "shared", limit: { perMinute: 1_000, perDay: 150 }, ...BARE };
    await limiter.charge(subject); // Redis knows the script from now on
    await client.configResetStat();
    const timeout = vi.spyOn(AbortSignal, "timeout");
    const verdicts = await Promise.all(times(200, () => limiter.charge(subject)));
    expect(timeout).not.toHaveBeenCalled();
    expect(verdicts.map((verdict) => verdict?.refused)).toEqual([
      ...times(149, () => null),
      ...times(51, () => "rate_limited"),
    ]);
    expect(verdicts.map((verdict) => verdict?.day.remaining)).toEqual(times(200, (index) => Math.max(0, 148 - index)));
    expect(await client.info("commandstats")).toMatch(/cmdstat_evalsha:calls=1,/);
  });

  test("the /64, /56 and /48 of an IPv6 address are charged in one call, all or none", async () => {
    const limiter = await newLimiter();
    const charge = (address: string) =>
      limiter.charge(subjectOfAddress("stranger", address, { perMinute: 2, perDay: 4 }));
    await charge("192.0.2.1"); // Redis knows the script from now on
    await client.configResetStat();
    const floods = await Promise.all(times(50, () => charge("2001:db8:0:100::1")));
    expect(floods.filter((verdict) => verdict?.refused === null)).toHaveLength(2);
    expect(await client.info("commandstats")).toMatch(/cmdstat_evalsha:calls=1,/);
    // The refused requests have used nothing of the /56, which fits 8 in a minute.
    const networks = await Promise.all(times(8, (index) => charge(`2001:db8:0:1${index}0::1`)));
    expect(networks.map((verdict) => verdict?.refused).filter((refused) => refused === null)).toHaveLength(6);
  });

  /** Forwards connections to the port that is current when they are made; null answers nothing. */
  async function startProxy(portNow: () => number | null) {
    const sockets = new Set<Socket>();
    const proxy = createServer((near) => {
      sockets.add(near.on("error", () => {}));
      const target = portNow();
      if (target === null) return;
      const far = connect(target, "127.0.0.1").on("error", () => {});
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    });
    return (proxy.address() as { port: number }).port;
  }

  test("a Redis that accepts connections but does not respond is retried until it does", async () => {
    let target: number | null = null;
    const limiter = await newLimiter(await startProxy(() => target));
    const subject: Subject = { kind: "key", id: "silent", limit: { perMinute: 9, perDay: 9 }, ...BARE };
    expect(await limiter.charge(subject)).toBeNull();
    target = port; // for connections from now on; the present one stays as it is
    await expect.poll(() => limiter.charge(subject)).not.toBeNull();
  });

  test("a demoted Redis is unavailable, a failover is followed, and the log says each change once", async () => {
    const written: string[] = [];
    vi.spyOn(process.stdout, "write").mockImplementation((text) => written.push(String(text)) > 0);
    const changes = () => written.flatMap((line) => /Redis is \w+( again)?/.exec(line)?.[0] ?? []);
    const nextPort = await freePort();
    const next = await startRedis(String(program), nextPort);
    onTestFinished(() => void next.kill("SIGKILL"));
    let target = port;
    const limiter = await newLimiter(await startProxy(() => target));
    const subject: Subject = { kind: "key", id: "failover", limit: { perMinute: 99, perDay: 99 }, ...BARE };
    const left = async () => (await limiter.charge(subject))?.day.remaining;
    expect(await left()).toBe(98);

    await client.sendCommand(["REPLICAOF", "127.0.0.1", String(nextPort)]);
    expect(await left()).toBeUndefined();
    // A new connection to the demoted server is not used either, although it answers reads.
    const commands = () => client.info("commandstats");
    await client.configResetStat();
    await expect.poll(commands, { timeout: 10_000 }).toContain("cmdstat_eval:");
    expect(await left()).toBeUndefined();
    expect(changes()).toEqual(["Redis is unavailable"]);

    target = nextPort;
    await expect.poll(left, { timeout: 10_000 }).toBe(97);
    expect(changes()).toEqual(["Redis is unavailable", "Redis is available again"]);
    next.kill("SIGKILL");
    await expect.poll(changes).toHaveLength(3);
    await client.sendCommand(["REPLICAOF", "NO", "ONE"]);
  });
});
