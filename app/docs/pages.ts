import "server-only";
import { type Audience, describeApi } from "@/lib/reference/document";
import { listPages, type Page } from "@/lib/reference/pages";
import { ROUTES } from "../v1/routes";

let pages: Page[] | undefined;

/** In the order of the contents. */
export function referencePages(): Page[] {
  const documentFor = (audience: Audience) => describeApi(ROUTES, "{{origin}}", audience);
  pages ??= listPages(documentFor("keys"), documentFor("site"));
  return pages;
}

export const findPage = (name: string) => referencePages().find((page) => page.name === name);

export const textOf = (page: Page, origin: string) => page.text.replaceAll("{{origin}}", origin);

/** It changes only with a release. */
const MAX_AGE_SECONDS = 300;

export function markdownResponse(text: string): Response {
  const headers = {
    "Content-Type": "text/markdown; charset=utf-8",
    "Cache-Control": `public, max-age=${MAX_AGE_SECONDS}`,
  };
  return new Response(text, { headers });
}
