import type { Metadata } from "next";
import { ReferenceFrame } from "@/components/reference/frame";
import { search, sectionsOf } from "@/lib/reference/search";
import { referencePages } from "../pages";

export const metadata: Metadata = { title: "Search – API", robots: { index: false } };

let sections: ReturnType<typeof sectionsOf> | undefined;

/** More than anybody types. */
const MAX_LENGTH = 100;

export default async function SearchPage({ searchParams }: { searchParams: Promise<{ q?: string | string[] }> }) {
  const q = [(await searchParams).q ?? ""].flat()[0]?.slice(0, MAX_LENGTH) ?? "";
  const pages = referencePages();
  sections ??= sectionsOf(pages);
  const hits = search(sections, q);
  return (
    <ReferenceFrame pages={pages} q={q}>
      <h1>Search</h1>
      <p>
        {hits.length === 0 ? "Nothing is found" : hits.length === 1 ? "1 page" : `${hits.length} pages`} for{" "}
        <bdi>“{q}”</bdi>
      </p>
      <ol className="list-none! ps-0!">
        {hits.map(({ href, title, excerpt }) => (
          <li key={href} className="mt-5">
            <h2 className="my-0! text-lg">
              <a href={href}>{title}</a>
            </h2>
            <p className="my-1!">
              {excerpt.map((part, index) => {
                const Part = index % 2 === 1 ? "mark" : "span";
                // biome-ignore lint/suspicious/noArrayIndexKey: the excerpt does not change.
                return <Part key={index}>{part}</Part>;
              })}
            </p>
          </li>
        ))}
      </ol>
    </ReferenceFrame>
  );
}
