import type { MailContent } from "./templates";

/** An e-mail in plain text and in HTML. */
export type Message = { subject: string; text: string; html: string };

/** The sender, and the origin of the site: `https://host`. */
type From = { shelter: string; telephone: string | null; site: string };

const MAX_SUBJECT_LENGTH = 200;

/** Makes a message from the content of a template. Both versions say the same thing. */
export function composeMessage({ subject, paragraphs, link }: MailContent, from: From): Message {
  const signature = [from.shelter, from.telephone].filter((line) => line !== null);
  const target = link && { ...link, url: `${from.site}${link.path}` };
  const text = [...paragraphs, ...(target ? [`${target.label}: ${target.url}`] : []), ["-- ", ...signature].join("\n")];
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(target ? [`<p><a href="${escapeHtml(target.url)}">${escapeHtml(target.label)}</a></p>`] : []),
    `<p>${signature.map(escapeHtml).join("<br>")}</p>`,
  ];
  return {
    subject: [...oneLine(subject)].slice(0, MAX_SUBJECT_LENGTH).join(""),
    text: `${text.map(withoutControls).join("\n\n")}\n`,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"></head><body>${html.join("")}</body></html>`,
  };
}

/** Removes line breaks and other control characters from a string, so that it is safe in a header. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

const withoutControls = (text: string) => text.replace(/(?!\n)\p{Cc}/gu, " ");

function escapeHtml(text: string): string {
  return withoutControls(text).replace(
    /[&<>"]/g,
    (char) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[char] ?? char,
  );
}
