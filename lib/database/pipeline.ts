import "server-only";
import type { Writable } from "node:stream";
import pg from "pg";
import { log } from "../log";
import { SilenceWatch } from "./silence";
import { isConnectionSpent, tooBusy } from "./unavailable";

/** A statement that each connection prepares once. */
export type Statement = { readonly name: string; readonly text: string };

/** A row as PostgreSQL writes it: texts, in the order of the statement's columns. */
export type Row = readonly (string | null)[];

/** So many statements wait on a connection before the next one is opened. */
const DEPTH = 8;
/** Most statements that wait altogether; who comes then is told to come again later. */
const MAX_WAITING = 10_000;

/**
 * Every one of these statements is a walk along an index that holds all it needs. PostgreSQL should plan it once, and never find something else
 * better, such as reading the whole table while it is still small or its statistics are old.
 */
export const SETTINGS = [
  "SET plan_cache_mode = force_generic_plan",
  ...["seqscan", "bitmapscan", "sort", "incremental_sort"].map((kind) => `SET enable_${kind} = off`),
].join("; ");

type Line = {
  client: pg.Client;
  connected: boolean;
  corked: boolean;
  ready: Promise<unknown>;
  waiting: number;
  watch: SilenceWatch;
};

/** A connection that is silent for so long, in milliseconds, is given up when its settings do not say otherwise. */
const SILENT_MS = 12_000;

/**
 * Connections on which statements are sent without waiting for the answers to those before (PostgreSQL's pipelining). Under
 * load one write and one read of a socket then carry many statements. For short statements only, since each waits for those
 * before it.
 */
export class Pipeline {
  private readonly lines: Line[] = [];
  private closed = false;

  /** `most`: so many connections are opened, when there is use for them. */
  constructor(
    private readonly config: pg.ClientConfig,
    private readonly most: number,
  ) {}

  /**
   * Runs a statement on its own, in a transaction of its own. Values are texts, as PostgreSQL reads them.
   * @throws what `pg` throws; `tooBusy` when too many wait already
   */
  run(statement: Statement, values: readonly string[]): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const line = this.pick();
      line.waiting++;
      const done = (error: unknown, rows: Row[]) => {
        line.waiting--;
        if (!error) return resolve(rows);
        if (isConnectionSpent(error)) this.replaceLines();
        reject(error);
      };
      const send = () => {
        sendTogether(line);
        line.watch.sent();
        line.client.query(
          new RowsQuery(statement, values, (error, rows) => {
            line.watch.answered();
            done(error, rows);
          }),
        );
      };
      if (line.connected) send();
      else line.ready.then(send, (error: unknown) => done(error, []));
    });
  }

  /** Closes the connections, after the statements under way. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.allSettled(this.lines.splice(0).map(({ client }) => client.end()));
  }

  /** Closes what is connected, after the statements under way; the next statement connects anew. */
  private replaceLines(): void {
    for (const line of this.lines.filter(({ connected }) => connected)) {
      this.drop(line);
      void line.client.end();
    }
  }

  private drop(line: Line): void {
    const index = this.lines.indexOf(line);
    if (index !== -1) this.lines.splice(index, 1);
  }

  private pick(): Line {
    let best: Line | undefined;
    let waiting = 0;
    for (const line of this.lines) {
      if (line.waiting < DEPTH) return line;
      if (!best || line.waiting < best.waiting) best = line;
      waiting += line.waiting;
    }
    if (waiting >= MAX_WAITING) throw tooBusy();
    return best && this.lines.length >= this.most ? best : this.open();
  }

  private open(): Line {
    if (this.closed) throw Object.assign(new Error("the connections are closed"), { code: "57P01" });
    const { query_timeout: silentMs = SILENT_MS, ...config } = this.config;
    const client = new pg.Client({ ...config, pipeline: true } as pg.ClientConfig);
    const ready = client.connect().then(async () => {
      await client.query({ text: SETTINGS, query_timeout: silentMs } as pg.QueryConfig);
      line.connected = true;
    });
    const watch = new SilenceWatch(silentMs, () => streamOf(client).destroy());
    const line: Line = { client, connected: false, corked: false, waiting: 0, ready, watch };
    client.on("error", ({ message }) => log("warn", "database connection lost", { reason: message }));
    client.on("end", () => this.drop(line));
    ready.catch(() => {
      this.drop(line);
      client.end().catch(() => {});
    });
    this.lines.push(line);
    return line;
  }
}

/** Keeps what is sent in this turn of the event loop, and sends it at once. */
function sendTogether(line: Line): void {
  if (line.corked) return;
  line.corked = true;
  const stream = streamOf(line.client);
  stream.cork();
  setImmediate(() => {
    line.corked = false;
    stream.uncork();
  });
}

function streamOf(client: pg.Client): Writable {
  return (client as unknown as { connection: { stream: Writable } }).connection.stream;
}

/** What pg gives a query to send itself with, and to remember that a statement was parsed. */
type Wire = {
  submittedNamedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly string[] }): void;
  execute(message: object): void;
  sync(): void;
};

/** The members of pg's Query that pg itself calls; its type declarations leave them out. */
const Query = pg.Query as unknown as new (
  text: string,
) => { name: string; text: string; hasBeenParsed(wire: Wire): boolean };

/**
 * A query that keeps nothing but the rows, as they come, and asks for nothing else: pg's own has the columns described
 * anew in every answer, and makes a table of parsers of that.
 */
class RowsQuery extends Query {
  private readonly found: Row[] = [];

  constructor(
    statement: Statement,
    private readonly texts: readonly string[],
    public callback: (error: Error | null, rows: Row[]) => void,
  ) {
    super(statement.text);
    this.name = statement.name;
  }

  prepare(wire: Wire): void {
    const { name, text } = this;
    if (!this.hasBeenParsed(wire)) {
      wire.parse({ name, text });
      wire.submittedNamedStatements[name] = text;
    }
    wire.bind({ statement: name, values: this.texts });
    wire.execute({});
    wire.sync();
  }

  handleDataRow({ fields }: { fields: Row }): void {
    this.found.push(fields);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.callback(null, this.found);
  }
}
