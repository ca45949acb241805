import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Console } from "@/components/reference/console";
import { ReferenceFrame } from "@/components/reference/frame";
import { Markdown } from "@/components/reference/markdown";
import { barLink, cx } from "@/components/ui/style";
import { siteOrigin } from "@/lib/http/site";
import { findPage, referencePages, textOf } from "../pages";

type Props = { params: Promise<{ name: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = findPage((await params).name);
  if (!page) return {};
  const types = { "text/markdown": `/docs/${page.name}.md` };
  return { title: `${page.title} – API`, description: page.summary, alternates: { types } };
}

/** A guide, an operation or a schema. */
export default async function ReferencePage({ params }: Props) {
  const page = findPage((await params).name);
  if (!page) notFound();
  return (
    <ReferenceFrame
      pages={referencePages()}
      current={page.name}
      below={page.console && <Console key={page.name} operation={page.console} />}
    >
      {page.console && (
        <a href="#try-it" className={cx(barLink, "float-end print:hidden")}>
          Try it
        </a>
      )}
      <Markdown text={textOf(page, await siteOrigin())} />
      <p className="mt-8 text-sm print:hidden">
        <a href={`/docs/${page.name}.md`}>This page as Markdown</a>
      </p>
    </ReferenceFrame>
  );
}
