import { createServer } from "node:http";
import pg from "pg";
import { listStatement } from "@/lib/pets/list/statement";
import { decodeCursor } from "@/lib/values/cursor";

// The baseline: node:http and pg with prepared statements, without keys, limits, validation or exact integers.

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// The fastest settings that we found. Lists keep a processor busy, so they get two connections and one generic plan.
// Additions and changes wait for the disk, so they get more connections.
const connection = { connectionString: process.env.DATABASE_URL, options: "-c plan_cache_mode=force_generic_plan" };
const lists = new pg.Pool({ ...connection, max: 2 });
const writes = new pg.Pool({ ...connection, max: 10 });
const COLUMNS = 'id, name, category_id AS "categoryId", status';

const server = createServer(async (request, response) => {
  try {
    const { method, url = "" } = request;
    const body =
      method === "POST"
        ? await create(await readBody(request))
        : method === "PATCH"
          ? await change(url, await readBody(request))
          : await list(url);
    const text = JSON.stringify(body);
    response.writeHead(method === "POST" ? 201 : 200, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(text),
    });
    response.end(text);
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});

const LIST = listStatement("older", {});
const LIST_BY_STATUS = listStatement("older", { byStatus: true });

async function list(target: string): Promise<unknown> {
  const search = new URLSearchParams(target.slice(target.indexOf("?") + 1));
  const limit = Number(search.get("limit") ?? 20);
  const status = search.get("status");
  const cursor = search.get("cursor");
  const before = String((cursor && decodeCursor(cursor)?.id) || "9223372036854775807");
  const { rows } = await lists.query(
    status ? { ...LIST_BY_STATUS, values: [before, limit, status] } : { ...LIST, values: [before, limit] },
  );
  return rows;
}

async function create(body: string): Promise<unknown> {
  const { name, categoryId, status } = JSON.parse(body);
  const { rows } = await writes.query({
    name: "create",
    text: `INSERT INTO pets (name, category_id, status) VALUES ($1, $2, $3) RETURNING ${COLUMNS}`,
    values: [name, categoryId, status],
  });
  return rows[0];
}

async function change(target: string, body: string): Promise<unknown> {
  const { rows } = await writes.query({
    name: "change",
    text: `UPDATE pets SET name = $2, version = version + 1 WHERE id = $1 RETURNING ${COLUMNS}`,
    values: [target.slice(target.lastIndexOf("/") + 1), JSON.parse(body).name],
  });
  return rows[0];
}

async function readBody(request: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready"));
