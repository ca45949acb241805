import { OPERATOR } from "@/lib/audit/store";
import { generateKey } from "@/lib/keys/format";
import { NewKey } from "@/lib/keys/schema";
import { createKey } from "@/lib/keys/store";
import { storeBan } from "@/lib/keys/usage-store";
import { DAY_MS } from "@/lib/values/time";
import { type Case, CONTENDERS, measure, type Setting } from "./measure";
import { type Running, start } from "./processes";
import type { Row } from "./report";
import { writeRefusals } from "./workload";

/** How many unknown keys are sent in turn. */
const FLOOD = 2_000;

/** A kind of refusal: the credentials to send in turn, and the expected answer. */
type Refusal = { name: string; credentials: (string | null)[]; status: number; code: string };

/** Compares the list with requests that are refused before any look-up, which have to be cheaper. */
export async function measureRefusals(setting: Setting): Promise<Row[]> {
  const { environment, workloads } = setting;
  const unlimited = "999999999,999999999";
  // Two services, because a stranger is either within the limit or over it.
  const within = await start([...CONTENDERS.service], { ...environment, STRANGER_LIMIT: unlimited, BAN_STRIKES: "0" });
  const over = await start([...CONTENDERS.service], { ...environment, STRANGER_LIMIT: "1,1", BAN_STRIKES: "0" });
  try {
    const cases: Case[] = [{ name: "service", workload: workloads.list, running: within }];
    for (const refusal of refusalsWithin(await makeKeys())) cases.push(await caseOf(setting, refusal, within));
    for (const refusal of REFUSALS_OVER) cases.push(await caseOf(setting, refusal, over));
    return await measure(setting, cases);
  } finally {
    await within.stop();
    await over.stop();
  }
}

/** Returns the rate of each refusal as a multiple of the list's. */
export function timesList([list, ...refusals]: Row[]): Record<string, number> {
  return Object.fromEntries(
    refusals.map(({ workload, perSecond }) => [
      `${workload}, times list`,
      Number((perSecond / (list?.perSecond ?? Number.NaN)).toFixed(2)),
    ]),
  );
}

async function makeKeys() {
  const spent = await createKey(
    OPERATOR,
    NewKey.parse({ name: "spent", plan: "enterprise", perMinute: 1, perDay: 1, scopes: ["pets:read"] }),
  );
  const banned = await createKey(OPERATOR, NewKey.parse({ name: "banned", plan: "free", scopes: ["pets:read"] }));
  const now = Date.now();
  await storeBan(banned.id, { id: "benchmark", level: 0, startedAt: now, until: now + DAY_MS });
  return { spent: spent.key, banned: banned.key };
}

function refusalsWithin({ spent, banned }: { spent: string; banned: string }): Refusal[] {
  const good = generateKey();
  const bad = good.slice(0, -1) + (good.endsWith("A") ? "B" : "A");
  const unauthorized = { status: 401, code: "unauthorized" };
  return [
    { name: "401 no key", credentials: [null], ...unauthorized },
    { name: "401 bad checksum", credentials: [bad], ...unauthorized },
    { name: "401 unknown key", credentials: [generateKey()], ...unauthorized },
    { name: "429 over the limit", credentials: [spent], status: 429, code: "rate_limited" },
    { name: "429 banned key", credentials: [banned], status: 429, code: "key_suspended" },
  ];
}

const REFUSALS_OVER: Refusal[] = [
  {
    name: "429 flood of unknown keys",
    credentials: Array.from({ length: FLOOD }, generateKey),
    status: 429,
    code: "rate_limited",
  },
];

/** @throws Error when the service gives another answer, because the figures would mean nothing */
async function caseOf({ environment }: Setting, refusal: Refusal, running: Running): Promise<Case> {
  const { name, credentials, status, code } = refusal;
  const request = () => {
    const [key = null] = credentials;
    return fetch(`${running.origin}/v1/pets`, { headers: key === null ? {} : { Authorization: `Bearer ${key}` } });
  };
  // The first request uses up the limit.
  await (await request()).arrayBuffer();
  const response = await request();
  const body: { code?: string } = await response.json();
  if (response.status !== status || body.code !== code) throw new Error(`${name}: ${response.status} ${body.code}`);
  return { name: "service", workload: writeRefusals(String(environment.DATA_DIR), name, credentials), running };
}
