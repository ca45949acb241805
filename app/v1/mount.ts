import { fromRequest, toResponse } from "@/lib/http/message";
import { answerApi } from "./routes";

/** A Next.js route handler for every method, in `next dev` and `next start`. Our server calls `answerApi` itself. */
export const handle = async (request: Request) => toResponse(await answerApi(fromRequest(request)));
