import { fromRequest, toResponse } from "@/lib/http/message";
import { answerApi } from "../routes";

/** Next.js's mount of the API, for `next dev` and `next start`. Our server calls `answerApi` itself. */
const handle = async (request: Request) => toResponse(await answerApi(fromRequest(request)));

export {
  handle as DELETE,
  handle as GET,
  handle as HEAD,
  handle as OPTIONS,
  handle as PATCH,
  handle as POST,
  handle as PUT,
};
