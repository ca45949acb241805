import { notesForKind } from "@/lib/pets/adopters/kind-notes";
import { readNotes } from "@/lib/shelter/words";
import { panel } from "../ui/panel";
import { cx } from "../ui/style";

type Props = {
  notes: string | null;
  /** The kind of the animal. Without it, the notes for all kinds are shown. */
  categoryId?: bigint;
  className?: string;
};

/** What the shelter wants adopters to know, such as the fee and the health; nothing if it has not written any. */
export function AdoptionNotes({ notes, categoryId, className }: Props) {
  if (notes === null) return null;
  const shown = categoryId === undefined ? readNotes(notes) : notesForKind(notes, categoryId);
  if (shown.length === 0) return null;
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
        {shown.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: notes have no identity except their place.
          <div key={index} dir="auto" className="wrap-anywhere">
            <dt className={note.label ? "font-semibold" : "sr-only"}>{note.label || "Please note"}</dt>
            <dd className="whitespace-pre-line">{note.text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
