import { connect, createServer, type Server, type Socket } from "node:net";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { GET as livez } from "@/app/livez/route";
import { GET as readyz } from "@/app/readyz/route";
import { pool } from "@/lib/db";
import { env } from "@/lib/env";
import { expectError, expectPets } from "./answers";
import { suiteService } from "./service";

/** A wire to PostgreSQL that can be cut. */
class Wire {
  private readonly sockets = new Set<Socket>();
  private server: Server | null = null;
  port = 0;
  target = 0;

  async join(): Promise<void> {
    this.server = createServer((near) => {
      const far = connect(this.target, "127.0.0.1");
      for (const socket of [near, far]) {
        this.sockets.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => this.sockets.delete(socket));
      }
      near.pipe(far).pipe(near);
    });
    await new Promise<void>((resolve) => this.server?.listen(this.port, "127.0.0.1", resolve));
    this.port = (this.server.address() as { port: number }).port;
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }
}

const wire = new Wire();
let directUrl = "";
beforeAll(() => wire.join());
const service = suiteService({
  databaseUrl: (url) => {
    directUrl = url;
    const through = new URL(url);
    wire.target = Number(through.port);
    through.port = String(wire.port);
    return through.href;
  },
});

const post = () => service.call("POST /v1/pets", { body: `{"name":"A","categoryId":1}` });
const calls = [() => service.call("GET /v1/pets"), () => service.call("GET /v1/pets/1"), post];

describe("the database goes away", () => {
  test("the service is ready before", async () => {
    expect(env().DATABASE_URL).not.toBe(directUrl);
    expect((await readyz()).status).toBe(200);
    expectPets(await service.call("GET /v1/pets"));
  });

  test("503 with Retry-After while it is away, and again as always when it is back", async () => {
    await wire.cut();
    for (const call of calls) {
      const answer = await call();
      expectError(answer, 503, "unavailable");
      expect(answer.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
    }
    expect((await readyz()).status).toBe(503);
    expect((await livez()).status).toBe(200);
    await wire.join();
    await expect.poll(async () => (await service.call("GET /v1/pets")).status, { timeout: 10_000 }).toBe(200);
    expect((await readyz()).status).toBe(200);
    expect((await post()).status).toBe(201);
  });

  test("many requests under way when it goes: every one is answered", async () => {
    const all = Promise.all(Array.from({ length: 30 }, (_, n) => calls[n % calls.length]?.()));
    await wire.cut();
    for (const answer of await all) expect([200, 201, 404, 503]).toContain(answer?.status);
    await wire.join();
    await expect.poll(async () => (await service.call("GET /v1/pets")).status, { timeout: 10_000 }).toBe(200);
  });

  test("a table that somebody holds locked: 503 in the end, never a hang", async () => {
    const holder = new pg.Client({ connectionString: directUrl });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE pets IN ACCESS EXCLUSIVE MODE");
    const answer = await post();
    await holder.query("ROLLBACK");
    await holder.end();
    expectError(answer, 503, "unavailable");
  });

  test("a migration that is not in: not ready", async () => {
    await pool().query("UPDATE _prisma_migrations SET finished_at = NULL");
    expect((await readyz()).status).toBe(503);
    await pool().query("UPDATE _prisma_migrations SET finished_at = now()");
    expect((await readyz()).status).toBe(200);
  });

  test("a failure that nobody expected: 500 with a fixed text, and the next request works", async () => {
    await pool().query("ALTER TABLE pets RENAME TO pets_elsewhere");
    for (const call of calls) expectError(await call(), 500, "internal", "Something went wrong on our side.");
    await pool().query("ALTER TABLE pets_elsewhere RENAME TO pets");
    expect((await post()).status).toBe(201);
  });
});
