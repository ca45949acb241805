import { paragraphsOf } from "@/lib/values/excerpt";

/** A text with its line breaks. Each paragraph has its own text direction. */
export function Paragraphs({ text }: { text: string }) {
  return paragraphsOf(text).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity except their place.
    <p key={index} dir="auto" className="whitespace-pre-line">
      {paragraph}
    </p>
  ));
}
