import "server-only";
import type pg from "pg";
import { tooBusy } from "../concurrency/capacity";
import { ResponseWatchdog } from "../concurrency/hang-detector";
import { log } from "../process/log";
import { singleton, takeSingleton } from "../process/singleton";
import { DatabaseClient } from "./database-client";
import { isOfStaleConnection } from "./errors";
import { destroyConnection, type Row, type Statement, sendRowsQuery } from "./pg-private";
import { connectionConfig, requireCommits, shareOf, watchCommit } from "./pool";

/** When this many statements wait on every open connection, another one is opened. */
const DEPTH = 8;
/** On all connections together. Further statements are refused. */
const MAX_WAITING = 10_000;
/** A connection that is silent for this long is closed. `query_timeout` takes precedence. */
const SILENT_MS = 12_000;

/** Plans each statement once, without these ways to find rows. */
const planOnceWithout = (kinds: string[]) =>
  ["SET plan_cache_mode = force_generic_plan", ...kinds.map((kind) => `SET enable_${kind} = off`)].join("; ");

/**
 * For statements that walk along an index with all the columns they read. PostgreSQL may not read the whole table
 * instead while it is small or its statistics are old.
 */
export const INDEX_WALKS = planOnceWithout(["seqscan", "bitmapscan", "sort", "incremental_sort"]);

/** For statements that find rows by id. */
const LOOK_UPS = planOnceWithout(["seqscan"]);

type Connection = {
  client: pg.Client;
  isConnected: boolean;
  ready: Promise<unknown>;
  waiting: number;
  watch: ResponseWatchdog;
};

/**
 * Sends statements without waiting for earlier results (PostgreSQL's pipelining): under load, one write and one read of
 * a socket carry many. Only for short statements, because each waits for those before it.
 */
export class Pipeline {
  private readonly connections: Connection[] = [];
  private isClosed = false;

  constructor(
    private readonly config: pg.ClientConfig,
    private readonly maxConnections: number,
    private readonly planning = INDEX_WALKS,
  ) {}

  /** In a transaction of its own. Values are strings, as PostgreSQL reads them. @throws what `pg` throws; `tooBusy` */
  query(statement: Statement, values: readonly string[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const connection = this.pick();
      connection.waiting++;
      const settle = (error: unknown, rows: Row[]) => {
        connection.waiting--;
        if (!error) return resolve(rows);
        if (isOfStaleConnection(error)) this.closeStaleConnections();
        reject(error);
      };
      const send = () => {
        connection.watch.sent();
        sendRowsQuery(connection.client, statement, values, (error, rows) => {
          connection.watch.answered();
          settle(error, rows);
        });
      };
      if (connection.isConnected) send();
      else connection.ready.then(send, (error: unknown) => settle(error, []));
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled(this.connections.splice(0).map(({ client }) => client.end()));
  }

  /** After the statements in progress. The next statement opens a new one. */
  private closeStaleConnections(): void {
    for (const connection of this.connections.filter(({ isConnected }) => isConnected)) {
      this.drop(connection);
      void connection.client.end();
    }
  }

  private drop(connection: Connection): void {
    const index = this.connections.indexOf(connection);
    if (index !== -1) this.connections.splice(index, 1);
  }

  private pick(): Connection {
    let best: Connection | undefined;
    let waiting = 0;
    for (const connection of this.connections) {
      if (connection.waiting < DEPTH) return connection;
      if (!best || connection.waiting < best.waiting) best = connection;
      waiting += connection.waiting;
    }
    if (waiting >= MAX_WAITING) throw tooBusy();
    return best && this.connections.length >= this.maxConnections ? best : this.open();
  }

  private open(): Connection {
    if (this.isClosed) throw Object.assign(new Error("the connections are closed"), { code: "57P01" });
    const { query_timeout: silentMs = SILENT_MS, ...config } = this.config;
    const client = new DatabaseClient({ ...config, pipeline: true });
    const ready = client.connect().then(async () => {
      // @types/pg does not declare the timeout of a single query.
      await client.query({ text: this.planning, query_timeout: silentMs } as pg.QueryConfig);
      connection.isConnected = true;
    });
    const watch = new ResponseWatchdog(silentMs, () => destroyConnection(client));
    const connection: Connection = { client, isConnected: false, waiting: 0, ready, watch };
    client.on("error", ({ message }) => log("warn", "database connection lost", { reason: message }));
    client.on("end", () => this.drop(connection));
    ready.catch(() => {
      this.drop(connection);
      client.end().catch(() => {});
    });
    this.connections.push(connection);
    return connection;
  }
}

const CONNECTIONS = { all: 12, max: 4, min: 1 };

/**
 * For the hottest statements, on connections reserved for them (`db` in client.ts). Values are strings.
 * @throws what `pg` throws; `tooBusy`
 */
export function queryPrepared(statement: Statement, values: readonly string[]): Promise<Row[]> {
  return singleton("pipeline", () => new Pipeline(connectionConfig(), shareOf(CONNECTIONS))).query(statement, values);
}

/**
 * The same for statements that commit, each on its own connection.
 * @throws also `tooBusy` while commits wait for a lost standby
 */
export async function changePrepared(statement: Statement, values: readonly string[]): Promise<Row[]> {
  requireCommits();
  const end = watchCommit();
  try {
    return await changePipeline(statement).query(statement, values);
  } finally {
    end();
  }
}

const changePipelines = () => singleton("change pipelines", () => new Map<string, Pipeline>());

function changePipeline({ name }: Statement): Pipeline {
  const open = changePipelines().get(name) ?? new Pipeline(connectionConfig(), 1, LOOK_UPS);
  changePipelines().set(name, open);
  return open;
}

export async function closePipelines(): Promise<void> {
  const open = [takeSingleton<Pipeline>("pipeline"), ...changePipelines().values()];
  changePipelines().clear();
  await Promise.all(open.map((pipeline) => pipeline?.close()));
}
