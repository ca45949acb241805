import { afterEach, beforeAll, expect } from "vitest";
import type * as z from "zod/mini";
import { ChangeSets } from "@/lib/audit/schema";
import { setClock } from "@/lib/process/clock";
import { newPerson, personToken, type SignedInPerson, suiteService } from "./service";

type Sent = { key?: string; ifMatch?: number | "*"; confirm?: string; "idempotency-key"?: string };

/** Starts a service, with an admin who calls it. Without a name, they have a random one. */
export function suiteAdmin(name?: string) {
  const service = suiteService();
  let admin: SignedInPerson;
  beforeAll(async () => {
    admin = await newPerson("admin", name);
  });
  afterEach(() => setClock(null));

  /** A new token, because the clock of these tests jumps. */
  const token = () => personToken(admin, "admin");

  /** Calls an operation that succeeds. */
  async function call<S extends z.ZodMiniType>(
    target: string,
    returns: S,
    body?: unknown,
    status = 200,
    key = token(),
  ): Promise<z.infer<S>> {
    const answer = await service.call(target, { key, ...(body !== undefined && { body: JSON.stringify(body) }) });
    expect(answer, answer.text).toMatchObject({ status });
    return returns.parse(answer.json);
  }

  /** Calls an operation that may be refused. */
  const refuse = (target: string, body: unknown, key = token()) =>
    service.call(target, { key, body: JSON.stringify(body) });
  /** Calls an operation as a page does. Component tests replay what has a name. A number is a version. */
  const record = (
    name: string | null,
    target: string,
    body?: unknown,
    { key = token(), ifMatch, ...more }: Sent = {},
  ) =>
    service.call(target, {
      key,
      ...(name !== null && { record: name }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { ...more, ...(ifMatch && { "if-match": ifMatch === "*" ? "*" : `"${ifMatch}"` }) },
    });
  /** Returns the latest change of a setting, and who made it. */
  const lastSetting = async () => {
    const [set] = await call("GET /v1/changes?about=settings&limit=1", ChangeSets);
    return { actor: set?.actor, ...set?.changes[0] };
  };
  return { service, admin: () => admin, token, call, refuse, record, lastSetting };
}
