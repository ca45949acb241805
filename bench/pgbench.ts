import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { listStatement } from "@/lib/pets/list/statement";
import { findPgbench } from "@/scripts/programs.mjs";
import { CONNECTIONS } from "./load";
import { medianOf, type Row } from "./report";

const LIST_SCRIPT = (animals: number) => `\\set before random(1, ${animals})
${listStatement("older", { byStatus: true }).text.replaceAll("$1", ":before").replaceAll("$2", "20").replaceAll("$3", "'available'")};
`;
const CREATE = `\\set category random(1, 8)
INSERT INTO pets (name, category_id, status) VALUES ('Animal', :category, 'available') RETURNING id, name, category_id, status;
`;

/** Measures the ceiling: pgbench executes the same prepared statement over as many connections. */
export function pgbench(
  what: "list" | "create",
  {
    rounds,
    seconds,
    animals,
    environment,
  }: { rounds: number; seconds: number; animals: number; environment: Record<string, string> },
  url: string,
): Row {
  const program = findPgbench();
  const row = { workload: what === "list" ? "list, 20 animals" : "create", name: "pgbench" };
  const none = { perSecond: Number.NaN, spread: 0, p50: Number.NaN, p99: null, memory: null, startedInMs: null };
  if (!program) return { ...row, ...none };
  const script = join(String(environment.DATA_DIR), `${what}.sql`);
  writeFileSync(script, what === "list" ? LIST_SCRIPT(animals) : CREATE);
  const args = ["-n", "-M", "prepared", "-c", String(CONNECTIONS), "-j", "1", "-T", String(seconds), "-f", script, url];
  const runs = Array.from({ length: rounds }, () => {
    const output = execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return Number(/tps = ([\d.]+)/.exec(output)?.[1]);
  });
  const perSecond = medianOf(runs);
  const spread = (Math.max(...runs) - Math.min(...runs)) / perSecond;
  return { ...row, ...none, perSecond, spread, p50: (CONNECTIONS / perSecond) * 1000 };
}
