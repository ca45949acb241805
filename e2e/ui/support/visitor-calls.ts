import { randomUUID } from "node:crypto";
import type { Service } from "./service";

type Sent = { id: string; privatePath: string };

/**
 * Sends an application with a visitor's token, but without the form, so the service may find it suspicious. Without a
 * home, it is a question. Returns its id, and the path of its private page.
 */
export async function sendAsVisitor({ origin }: Service, petId: number, more: object): Promise<Sent> {
  const { token } = await (await fetch(`${origin}/browser-token`)).json();
  const id = randomUUID();
  const known = { id, petId, name: "Ada", email: `${id}@home.example`, consent: true, retryToken: randomUUID() };
  const sent = await fetch(`${origin}/v1/applications`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ ...known, ...more }),
  });
  const { secret, message } = await sent.json();
  if (!sent.ok) throw new Error(`${sent.status} ${message}`);
  return { id, privatePath: `/applications/${id}/${secret}` };
}
