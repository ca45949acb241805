import "server-only";
import { singleton, takeSingleton } from "../process/singleton";
import { requireCommits, watchCommit } from "./commits";
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
 * Like `queryPrepared`, for statements that commit. Each has its own connection, so its executions delay only each
 * other.
 * @throws what `pg` throws; `tooBusy` when too many statements are waiting, or commits wait for a lost standby
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

/** Closes the reserved connections after the statements in progress. The next statement opens new ones. */
export async function closePipelines(): Promise<void> {
  const open = [takeSingleton<Pipeline>("pipeline"), ...changePipelines().values()];
  changePipelines().clear();
  await Promise.all(open.map((pipeline) => pipeline?.close()));
}
