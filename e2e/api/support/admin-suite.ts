import { afterEach, beforeAll, expect } from "vitest";
import type * as z from "zod/mini";
import { ChangeSets } from "@/lib/audit/schema";
import { setClock } from "@/lib/process/clock";
import { newPerson, personToken, type SignedInPerson, suiteService } from "./service";

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
    const answer = await service.call(target, {
      key,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(answer, answer.text).toMatchObject({ status });
    return returns.parse(answer.json);
  }

  /** Calls an operation that may be refused. */
  const refuse = (target: string, body: unknown, key = token()) =>
    service.call(target, { key, body: JSON.stringify(body) });
  /** Calls an operation as a page does, for component tests. */
  const record = (name: string, target: string, body?: unknown, ifMatch?: string) =>
    service.call(target, {
      key: token(),
      record: name,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(ifMatch !== undefined && { headers: { "if-match": ifMatch } }),
    });
  /** Returns the latest change of a setting, and who made it. */
  const lastSetting = async () => {
    const [set] = await call("GET /v1/changes?about=settings&limit=1", ChangeSets);
    return { actor: set?.actor, ...set?.changes[0] };
  };
  return { service, admin: () => admin, token, call, refuse, record, lastSetting };
}
