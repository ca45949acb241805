import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import fastify from "fastify";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { PrismaClient } from "@/lib/generated/prisma/client";
import { decodeCursor } from "@/lib/values/cursor";

// What a good team would write without this project: Fastify with JSON schemas, Prisma, the same key check (also cached
// for a second), and rate-limiter-flexible in memory for both windows.

const db = new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL, max: 10 }) });
const minute = new RateLimiterMemory({ points: 1_000_000_000, duration: 60 });
const day = new RateLimiterMemory({ points: 1_000_000_000, duration: 86_400 });
const COLUMNS = { id: true, name: true, categoryId: true, status: true } as const;
const STATUS = { type: "string", enum: ["available", "pending", "sold"] } as const;
const PET = {
  type: "object",
  properties: { id: { type: "integer" }, name: { type: "string" }, categoryId: { type: "integer" }, status: STATUS },
} as const;

type Known = { id: string; scopes: string[] } | null;
const keys = new Map<string, { known: Promise<Known>; until: number }>();

function findKey(key: string): Promise<Known> {
  const hash = createHash("sha256").update(key).digest();
  const name = hash.toString("base64");
  const cached = keys.get(name);
  if (cached && cached.until > Date.now()) return cached.known;
  const where = { hash: new Uint8Array(hash), revokedAt: null };
  const known = db.apiKey.findFirst({ where, select: { id: true, scopes: true } });
  keys.set(name, { known, until: Date.now() + 1_000 });
  return known;
}

const app = fastify();

app.addHook("onRequest", async (request, reply) => {
  const key = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const known = key ? await findKey(key) : null;
  if (!known)
    return reply.code(401).send({ code: "unauthorized", message: "A valid API key is required", status: 401 });
  const needed = request.method === "GET" ? "pets:read" : "pets:write";
  if (!known.scopes.includes(needed))
    return reply.code(403).send({ code: "forbidden", message: `This API key lacks the scope ${needed}`, status: 403 });
  try {
    const left = await minute.consume(known.id);
    await day.consume(known.id);
    reply.headers({
      "X-RateLimit-Limit": 1_000_000_000,
      "X-RateLimit-Remaining": left.remainingPoints,
      "X-RateLimit-Reset": Math.ceil((Date.now() + left.msBeforeNext) / 1000),
    });
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.ceil(refusal.msBeforeNext / 1000);
    return reply.code(429).header("Retry-After", seconds).send({ code: "rate_limited", message: "Wait", status: 429 });
  }
});

type ListQuery = { limit: number; status?: (typeof STATUS.enum)[number]; cursor?: string };
const query = {
  type: "object",
  properties: {
    limit: { type: "integer", minimum: 1, maximum: 100, default: 20 },
    status: STATUS,
    cursor: { type: "string", maxLength: 40 },
  },
} as const;

app.get<{ Querystring: ListQuery }>(
  "/v1/pets",
  { schema: { querystring: query, response: { 200: { type: "array", items: PET } } } },
  async ({ query: { limit, status, cursor } }) =>
    db.pet.findMany({
      select: COLUMNS,
      where: { ...(status && { status }), ...(cursor && { id: { lt: decodeCursor(cursor)?.id ?? 0n } }) },
      orderBy: { id: "desc" },
      take: limit,
    }),
);

type NewPet = { name: string; categoryId: number; status?: (typeof STATUS.enum)[number] };
const body = {
  type: "object",
  required: ["name", "categoryId"],
  additionalProperties: false,
  properties: {
    name: { type: "string", minLength: 1, maxLength: 255 },
    categoryId: { type: "integer" },
    status: { ...STATUS, default: "available" },
  },
} as const;

app.post<{ Body: NewPet }>("/v1/pets", { schema: { body, response: { 201: PET } } }, async (request, reply) => {
  const { name, categoryId, status = "available" } = request.body;
  const pet = await db.pet.create({ select: COLUMNS, data: { name, categoryId, status } });
  return reply.code(201).header("Location", `/v1/pets/${pet.id}`).send(pet);
});

const change = {
  params: { type: "object", properties: { petId: { type: "integer" } } },
  body: { type: "object", additionalProperties: false, properties: { name: body.properties.name } },
  response: { 200: PET },
} as const;

app.patch<{ Params: { petId: number }; Body: { name?: string } }>(
  "/v1/pets/:petId",
  { schema: change },
  async ({ params: { petId }, body: data }) =>
    db.pet.update({ select: COLUMNS, where: { id: petId }, data: { ...data, version: { increment: 1 } } }),
);

await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT) });
console.log("ready");
