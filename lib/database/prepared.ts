import "server-only";
import { singleton, takeSingleton } from "../process/singleton";
import type { Row, Statement } from "./pg-private";
import { LOOK_UPS, Pipeline } from "./pipeline";
import { connectionConfig, shareOf } from "./pool";

const CONNECTIONS = { all: 12, max: 4, min: 1 };

/**
 * Executes a statement that is hot enough to be prepared by hand, on connections reserved for such statements. `db` in
 * client.ts says which these are. Values are strings, as PostgreSQL reads them.
 * @throws what `pg` throws; `tooBusy` when too many statements are waiting
 */
export function queryPrepared(statement: Statement, values: readonly string[]): Promise<Row[]> {
  return singleton("pipeline", () => new Pipeline(connectionConfig(), shareOf(CONNECTIONS))).query(statement, values);
}

/**
 * Like `queryPrepared`, for statements that change rows by id and may wait for a lock. They have their own connection,
 * so they delay only each other.
 * @throws what `pg` throws; `tooBusy` when too many statements are waiting
 */
export function changePrepared(statement: Statement, values: readonly string[]): Promise<Row[]> {
  return singleton("change pipeline", () => new Pipeline(connectionConfig(), 1, LOOK_UPS)).query(statement, values);
}

/** Closes the reserved connections after the statements in progress. The next statement opens new ones. */
export async function closePipelines(): Promise<void> {
  const open = ["pipeline", "change pipeline"].map((name) => takeSingleton<Pipeline>(name));
  await Promise.all(open.map((pipeline) => pipeline?.close()));
}
