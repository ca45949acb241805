import { ApiError, toErrorCode } from "../../http/errors";
import { sendChangePets } from "../changes/calls";

/**
 * Undoes changes of an animal, the latest first. Each is named by the version that it made. Undone versions are removed
 * from the list, so that this can be called again after an error.
 * @throws ApiError; a conflict when the same fields have been changed since
 */
export async function undoVersions(petId: bigint, versions: string[]): Promise<void> {
  for (let undo = versions.at(-1); undo !== undefined; undo = versions.at(-1)) {
    // Changes of other fields in the meantime stay.
    const [result] = await sendChangePets([{ id: petId, ifMatch: "*", undo }]);
    if (result?.status !== 200n) throw new ApiError(toErrorCode(result?.code ?? "unavailable"), result?.message ?? "");
    versions.pop();
  }
}
