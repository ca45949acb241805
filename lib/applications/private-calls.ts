import { callApi } from "../http/client";
import { ApiError } from "../http/errors";
import { PublicApplication } from "./schema";
import { isClosed } from "./status";

/** Reads as the applicant whether an application has ended or is gone. @throws ApiError */
export async function isApplicationOver(id: string, secret: string): Promise<boolean> {
  const request = { method: "POST" as const, body: { secret } };
  try {
    return isClosed((await callApi(`/v1/applications/${id}/view`, PublicApplication, request)).data.status);
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return true;
    throw error;
  }
}
