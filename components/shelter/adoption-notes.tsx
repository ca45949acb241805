import { readNotes } from "@/lib/shelter/notes";
import { cx } from "../ui/cx";
import { panel } from "../ui/panel";

type Props = { notes: string | null; className?: string };

/** What the shelter wants adopters to know, such as the fee and the health; nothing if it has not written any. */
export function AdoptionNotes({ notes, className }: Props) {
  if (notes === null) return null;
  return (
    <section
      data-part="adoption-notes"
      aria-labelledby="notes-heading"
      className={cx(panel, "print:hidden", className)}
    >
      <h2 id="notes-heading" className="mb-4 text-lg">
        Good to know
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-x-8 gap-y-4">
        {readNotes(notes).map(({ label, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes have no identity except their place.
          <div key={index} dir="auto" className="wrap-anywhere">
            <dt className={label ? "font-semibold" : "sr-only"}>{label || "Please note"}</dt>
            <dd className="text-sm whitespace-pre-line">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
