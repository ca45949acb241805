import { sendCommand } from "../../http/command";
import { type Made, madeBy } from "../client";
import { Care, type CareChange } from "./schema";

/** If the animal still has this version. @throws ApiError precondition_failed; conflict for another animal's reference */
export async function sendChangeCare(petId: bigint, version: string, body: CareChange): Promise<Made> {
  return madeBy(await sendCommand(`/v1/pets/${petId}/care`, Care, { method: "PATCH", ifMatch: version, body }));
}
