import { SERVICE } from "@/lib/audit/store";
import { withConnection } from "@/lib/database/database-client";
import { LOCKS } from "@/lib/database/locks";
import { connectionConfig } from "@/lib/database/pool";
import { isLoopback } from "@/lib/http/client-address";
import { NewKey } from "@/lib/keys/schema";
import { createKey } from "@/lib/keys/store";
import { addPerson } from "@/lib/people/store";
import { now } from "@/lib/process/clock";
import type { Settings } from "@/lib/process/env";
import { DAY_MS } from "@/lib/values/time";
import { seedDemo } from "./demo/seed";
import { printForPeople } from "./output";

const FIRST_EMAIL = "staff@shelter.example";
/** It can only read animals. */
const DEMO_KEY_DAYS = 30;

/** They are printed once; only their hashes are stored. */
type FirstStart = { email: string; password: string; key: string | null };

/**
 * For a database without people: adds an admin and, with `wantsDemoData`, animals and an API key. Null when there are
 * people.
 */
export function prepareFirstStart(wantsDemoData: boolean): Promise<FirstStart | null> {
  // The end of the connection also releases the lock.
  return withConnection(connectionConfig(), async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [LOCKS.firstStart]);
    const { rows } = await client.query("SELECT EXISTS (SELECT FROM users) AS people");
    if (rows[0].people) return null;
    if (wantsDemoData) await seedDemo(SERVICE);
    const expiresAt = new Date(now() + DEMO_KEY_DAYS * DAY_MS).toISOString();
    const demo = NewKey.parse({ name: "Demo", scopes: ["pets:read"], expiresAt });
    const key = wantsDemoData ? (await createKey(SERVICE, demo)).key : null;
    // Last, because the first person marks the first start as done.
    const { password } = await addPerson(SERVICE, { email: FIRST_EMAIL, role: "admin" });
    return { email: FIRST_EMAIL, password, key };
  });
}

/** For a browser on this machine. */
function localUrl(port: number, host: string): string {
  const name = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

type Reach = Pick<Settings, "HOST" | "SITE_URL" | "TRUSTED_PROXIES">;

/** Clients on other machines can choose the site's origin, because no setting names it. */
export function trustsHostHeader({ HOST, SITE_URL, TRUSTED_PROXIES }: Reach): boolean {
  return SITE_URL === undefined && (!isLoopback(HOST) || TRUSTED_PROXIES > 0);
}

export function printBanner(port: number, { HOST, ONE_TIME_PASSWORD_HOURS }: Settings, first: FirstStart | null): void {
  const url = localUrl(port, HOST);
  const key = first?.key ?? "YOUR_API_KEY";
  const lines = [
    "",
    `  Pet Adoption Service   ${url}`,
    ...(first
      ? [
          `  Staff sign-in          ${url}/staff`,
          `    e-mail               ${first.email}`,
          `    password             ${first.password}`,
          ...(first.key ? [`  Demo API key           ${first.key}   (reads animals, for ${DEMO_KEY_DAYS} days)`] : []),
          "  Write them down: they are shown only once.",
          `  The password must be changed at the first sign-in, within ${ONE_TIME_PASSWORD_HOURS} hours.`,
        ]
      : [
          `  Staff sign-in          ${url}/staff   (add a person: npm run staff -- add EMAIL)`,
          "  API keys               npm run keys -- create --name NAME",
        ]),
    "",
    `  curl -H "Authorization: Bearer ${key}" "${url}/v1/pets?limit=3"`,
    "",
  ];
  printForPeople(lines.join("\n"));
}
