import { cx } from "../ui/cx";

type Props = { notes: string | null; className?: string };

/** What the shelter wants adopters to know, such as the fee. Renders nothing if it has not written anything. */
export function AdoptionNotes({ notes, className }: Props) {
  if (notes === null) return null;
  return (
    <p data-part="adoption-notes" dir="auto" className={cx("text-sm whitespace-pre-line wrap-anywhere", className)}>
      {notes}
    </p>
  );
}
