import type { Page } from "./pages";

/** As GitHub makes the anchor of a heading. */
export const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

type Section = { page: Page; heading: string; text: string };

/** A page is searched by its second headings. */
export function sectionsOf(pages: readonly Page[]): Section[] {
  return pages.flatMap((page) =>
    page.text.split(/^(?=## )/m).map((part) => {
      const [, heading = "", text = part] = /^#+ ([^\n]*)\n(.*)/s.exec(part) ?? [];
      return { page, heading, text: plainText(text) };
    }),
  );
}

export function plainText(markdown: string): string {
  return markdown
    .replace(/^```.*$|^[|: -]+$/gm, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("|", " ")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** `excerpt` alternates between other text and a word that was searched. */
type Hit = { href: string; title: string; excerpt: string[] };

const MAX_WORDS = 8;
const MAX_HITS = 20;

/** The best section of each page, those with the most words first. */
export function search(sections: readonly Section[], q: string): Hit[] {
  const words = (q.toLowerCase().match(/[^\s,;?!]{2,}/g) ?? []).slice(0, MAX_WORDS);
  const found = sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  const seen = new Set<Page>();
  const best = found.filter(({ section: { page } }) => !seen.has(page) && seen.add(page));
  return best.slice(0, MAX_HITS).map(({ section: { page, heading, text } }) => {
    const isPart = heading !== page.title;
    return {
      href: `/docs/${page.name}${isPart ? `#${anchorOf(heading)}` : ""}`,
      title: isPart ? `${page.title}: ${heading}` : page.title,
      excerpt: excerptOf(text, words),
    };
  });
}

/** Every word counts more than the places where it is. */
const WORD = 100;

function scoreOf({ page, heading, text }: Section, words: readonly string[]): number {
  const places = [
    [`${page.name} ${page.title}`, WORD + 9],
    [heading, WORD + 6],
    [text, WORD],
  ] as const;
  const weightOf = (word: string) => places.find(([place]) => place.toLowerCase().includes(word))?.[1] ?? 0;
  return words.reduce((sum, word) => sum + weightOf(word), 0);
}

const AROUND = 110;

function excerptOf(text: string, words: readonly string[]): string[] {
  const pattern = new RegExp(`(${words.map(RegExp.escape).join("|")})`, "gi");
  const at = Math.max(0, text.search(pattern));
  const [from, to] = [at - AROUND, at + AROUND];
  const start = from <= 0 ? 0 : text.indexOf(" ", from) + 1;
  const end = to >= text.length ? text.length : text.lastIndexOf(" ", to);
  const shown = `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
  return shown.split(pattern);
}
