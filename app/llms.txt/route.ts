import { siteOrigin } from "@/lib/http/site";
import { contentsText } from "@/lib/reference/pages";
import { markdownResponse, referencePages } from "../docs/pages";

/** What the API reference has, for language models (llmstxt.org). */
export async function GET(): Promise<Response> {
  const origin = await siteOrigin();
  const contents = contentsText(referencePages(), origin);
  const summary = "> An HTTP API to read and change the animals of a shelter, and their adoptions.";
  return markdownResponse(`# Pet Adoption Service\n\n${summary}\n\n${contents}\n`);
}
