import "server-only";
import type { EventEmitter } from "node:events";
import type { Writable } from "node:stream";
import pg from "pg";

// The only use of pg's private API; e2e/api/pg-private.test.ts fails when a release changes it. The gain: 8,963
// statements a second at 22 microseconds of processor each, where pg's public interface (`rowMode: "array"`, `types`,
// `pipeline: true`) made 5,768 at 40, and 5,752 at 36 with the writes held together as here. Two connections, 16
// concurrent lists of 20 rows, Node 26, medians of nine interleaved rounds, 2026-11-22.

/** A statement that each connection prepares once. */
export type Statement = { readonly name: string; readonly text: string };

/** A row as PostgreSQL writes it: texts, in the order of the statement's columns. */
export type Row = readonly (string | null)[];

/** The part of pg's connection that a query sends itself with, and that remembers which statements were parsed. */
type Wire = EventEmitter & {
  stream: Writable;
  submittedNamedStatements: Record<string, string>;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly string[] }): void;
  execute(message: object): void;
  sync(): void;
};

/** pg's type declarations leave the connection of a client out. */
function wireOf(client: pg.ClientBase): Wire {
  return (client as unknown as { connection: Wire }).connection;
}

/** The members of pg's Query that this file uses; its type declarations leave them out. */
const Query = pg.Query as unknown as new (
  text: string,
) => { name: string; text: string; hasBeenParsed(wire: Wire): boolean };

/**
 * A query that keeps nothing but the rows as they arrive. pg's own asks for a description of the columns with every
 * execution, and makes a table of parsers from it.
 */
class RowsQuery extends Query {
  /** Not `rows`: that is an option of pg's Query. */
  private readonly found: Row[] = [];

  constructor(
    statement: Statement,
    private readonly texts: readonly string[],
    /** pg's Query calls this one, with an error. */
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
 * Sends a statement on a pipelining client, together with what else is sent in this turn of the event loop. Values are
 * texts, as PostgreSQL reads them. Calls back once, with the rows or with what PostgreSQL or `pg` said.
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

/** The members that a query of pg has for COPY. */
const CopyingQuery = pg.Query as unknown as new (
  text: string,
  values: undefined,
  callback: (error: Error | null) => void,
) => pg.Submittable;

/** A query that keeps the bytes that COPY sends. pg's own drops them. */
class CopyQuery extends CopyingQuery {
  readonly messages: Buffer[] = [];

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // A copy: pg uses the memory again for what arrives next.
    this.messages.push(Buffer.from(chunk));
  }
}

/**
 * Executes `COPY (…) TO STDOUT`, and returns what it sends. pg reads every value of a SELECT as text, which doubles
 * bytes.
 * @throws what `pg` throws
 */
export function copyOut(client: pg.ClientBase, text: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const query: CopyQuery = new CopyQuery(text, undefined, (error) =>
      error ? reject(error) : resolve(Buffer.concat(query.messages)),
    );
    client.query(query);
  });
}

/** Breaks a connection off; what waits on it fails. */
export function destroyConnection(client: pg.Client): void {
  wireOf(client).stream.destroy();
}

/** Calls back with each error that PostgreSQL reports on a connection, for any query. */
export function onServerError(client: pg.ClientBase, listener: (error: unknown) => void): void {
  wireOf(client).on("errorMessage", listener);
}
