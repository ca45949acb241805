import { callApi } from "../http/client";
import { Overview } from "./schema";

/** Reads the overview. */
export async function fetchOverview(signal?: AbortSignal): Promise<Overview> {
  return (await callApi("/v1/overview", Overview, { signal })).data;
}
