import pg from "pg";
import { parsePostgresUrl } from "../values/urls";
import { isEnding } from "./pg-private";

/** In milliseconds, until a host says whether it can be written to. */
const PROBE_MS = 1_000;
/** No host can be written to. The class of this code means: no connection. */
export const NO_WRITABLE_HOST = "08001";
const WRITABLE = "SELECT NOT (pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean) AS writable";

/** Lends a connection of its own, for what the pool cannot do. @throws what the use or `pg` throws */
export async function withConnection<T>(
  config: pg.ClientConfig,
  use: (client: DatabaseClient) => Promise<T>,
): Promise<T> {
  const client = new DatabaseClient(config);
  client.on("error", () => {}); // the query in progress reports it
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * If the URL names several hosts, this leads to the first of them that can be written to, as libpq does with
 * `target_session_attrs=read-write`. `pg` itself knows one host.
 */
export class DatabaseClient extends pg.Client {
  private readonly urls: string[];

  constructor(private readonly config: pg.ClientConfig) {
    const urls = parsePostgresUrl(config.connectionString ?? "") ?? [];
    super({ ...config, connectionString: urls[0] });
    this.urls = urls;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null) => void): void;
  override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
    const connected = this.connectToWritable();
    if (!callback) return connected;
    connected.then(() => callback(null), callback);
  }

  private async connectToWritable(): Promise<pg.Client> {
    if (this.urls.length > 1) {
      const { host, port } = await this.findWritable();
      // It was closed meanwhile, which had no effect yet.
      if (isEnding(this)) throw new Error("Connection terminated");
      Object.assign(this, { host, port });
    }
    return await super.connect();
  }

  /** @throws Error that names every host */
  private async findWritable(): Promise<pg.Client> {
    const reasons: string[] = [];
    for (const connectionString of this.urls) {
      const limits = { connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS };
      const probe = new pg.Client({ ...this.config, ...limits, connectionString });
      probe.on("error", () => {}); // the query in progress reports it
      try {
        await probe.connect();
        const { rows } = await probe.query(WRITABLE);
        if (rows[0].writable) return probe;
        reasons.push(`${probe.host}:${probe.port} is read-only`);
      } catch (error) {
        reasons.push(`${probe.host}:${probe.port}: ${error instanceof Error ? error.message : error}`);
      } finally {
        probe.end().catch(() => {});
      }
    }
    throw Object.assign(new Error(`no host can be written to (${reasons.join("; ")})`), { code: NO_WRITABLE_HOST });
  }
}
