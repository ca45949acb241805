import type { Metadata } from "next";
import { ReferenceFrame } from "@/components/reference/frame";
import { Markdown } from "@/components/reference/markdown";
import { ShelterDetails } from "@/components/shelter/shelter-details";
import { siteOrigin } from "@/lib/http/site";
import { readShelter } from "@/lib/shelter/store";
import { findPage, referencePages, textOf } from "./pages";

export const metadata: Metadata = {
  title: "API reference",
  description: "How programs read and change the animals: guides, and every operation of the API.",
};

const START = "quick-start";

/** The first guide, beside the contents. */
export default async function DocsPage() {
  const [pages, start] = [referencePages(), findPage(START)];
  const [origin, shelter] = await Promise.all([siteOrigin(), readShelter()]);
  return (
    <>
      <ReferenceFrame pages={pages} current={START}>
        {start && <Markdown text={textOf(start, origin)} />}
      </ReferenceFrame>
      <ShelterDetails shelter={shelter} title="Whom to ask for a key" />
    </>
  );
}
