import type { suiteApplications } from "./application-suite";

/** Returns calls by which a person of the shelter marks an animal sold without an order, and undoes that. */
export function petCallsOfStaff({ service, staff }: Pick<ReturnType<typeof suiteApplications>, "service" | "staff">) {
  const send = (target: string, body: object, headers: Record<string, string> = {}) =>
    service.call(target, { key: staff().token, body: JSON.stringify(body), headers });
  const patch = (petId: bigint, body: object) => send(`PATCH /v1/pets/${petId}`, body, { "if-match": "*" });
  const batch = (changes: object[], mode = "each") => send("POST /v1/pets/batch", { mode, changes });
  const sold = (petId: bigint) => ({ id: Number(petId), ifMatch: "*", status: "sold" });

  /** Undoes the latest change of an animal. */
  async function undo(petId: bigint) {
    const history = await service.call(`GET /v1/pets/${petId}/history?limit=1`, { key: staff().token });
    const [latest] = JSON.parse(history.text) as { id: number }[];
    return send(`POST /v1/pets/${petId}/history/${latest?.id}/undo`, {}, { "if-match": "*" });
  }
  return { send, patch, batch, sold, undo };
}
