import type { ServerResponse } from "node:http";
import { GET as livez } from "@/app/livez/route";
import { GET as readyz } from "@/app/readyz/route";

type Probe = () => Response | Promise<Response>;

/** The health checks, by path. Nothing limits them, so they do without Next.js, which would hold up the pages. */
export const PROBES: ReadonlyMap<string, Probe> = new Map<string, Probe>([
  ["/livez", livez],
  ["/readyz", readyz],
]);

/** Answers a health check. */
export async function sendProbe(probe: Probe, response: ServerResponse): Promise<void> {
  const answer = await probe();
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}
