import "server-only";
import { singleton, takeSingleton } from "../singleton";
import type { Row, Statement } from "./pg-private";
import { Pipeline } from "./pipeline";
import { connectionConfig, shareOf } from "./pool";

const PIPELINE = { all: 12, most: 4, least: 1 };

/**
 * Executes a statement that is hot enough to be prepared by hand, on connections reserved for such statements (`db` in
 * client.ts says which ones are). Values are texts, as PostgreSQL reads them.
 * @throws what `pg` throws; `tooBusy` when too many statements are waiting
 */
export function queryPrepared(statement: Statement, values: readonly string[]): Promise<Row[]> {
  return singleton("pipeline", () => new Pipeline(connectionConfig(), shareOf(PIPELINE))).query(statement, values);
}

/** Closes the reserved connections after the statements in progress. The next `queryPrepared` opens new ones. */
export async function closePipeline(): Promise<void> {
  const open = takeSingleton<Pipeline>("pipeline");
  await open?.close();
}
