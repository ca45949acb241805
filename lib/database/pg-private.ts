import type { EventEmitter } from "node:events";
import type { Writable } from "node:stream";
import pg from "pg";

// The only use of pg's private API; e2e/api/database/pipeline.test.ts fails when a release changes it. pg's public
// interface executes a third fewer statements: docs/decisions/hot-statements.md.

export type Statement = { readonly name: string; readonly text: string };

/** Text values, in the order of the statement's columns. */
export type Row = readonly (string | null)[];

/** The part of pg's connection that sends a query and remembers which statements are parsed. */
type Wire = EventEmitter & {
  stream: Writable;
  submittedNamedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly string[] }): void;
  execute(message: object): void;
  sync(): void;
};

function wireOf(client: pg.ClientBase): Wire {
  return (client as unknown as { connection: Wire }).connection;
}

/** With the members that pg's type declarations omit. */
const Query = pg.Query as unknown as new (
  text: string,
) => { name: string; text: string; hasBeenParsed(wire: Wire): boolean };

/**
 * pg's own query also asks for a description of the columns at each execution, and builds a table of parsers from it.
 */
class RowsQuery extends Query {
  /** Not `rows`: that is an option of pg's Query. */
  private readonly found: Row[] = [];

  constructor(
    statement: Statement,
    private readonly texts: readonly string[],
    /** pg's Query calls this when the query fails. */
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

/**
 * All statements of one turn of the event loop are written together. Values are strings, as PostgreSQL reads them.
 * Calls back once.
 */
export function sendRowsQuery(
  client: pg.Client,
  statement: Statement,
  values: readonly string[],
  callback: (error: Error | null, rows: Row[]) => void,
): void {
  const { stream } = wireOf(client);
  if (stream.writableCorked === 0) {
    stream.cork();
    setImmediate(() => stream.uncork());
  }
  client.query(new RowsQuery(statement, values, callback));
}

/** The queries that wait on it fail. */
export function destroyConnection(client: pg.Client): void {
  wireOf(client).stream.destroy();
}

/** Each error that PostgreSQL reports on a connection, for any query. */
export function onServerError(client: pg.ClientBase, listener: (error: unknown) => void): void {
  wireOf(client).on("errorMessage", listener);
}

/** Whether a client was closed, even before it connected. */
export function isEnding(client: pg.Client): boolean {
  return (client as unknown as { _ending: boolean })._ending;
}
