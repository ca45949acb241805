import { replyWords } from "@/lib/shelter/reply";
import type { Shelter } from "@/lib/shelter/schema";
import { AdoptionNotes } from "../shelter/adoption-notes";
import { cx } from "../ui/cx";
import { panel, stack } from "../ui/panel";

type Props = { shelter: Pick<Shelter, "replyDays" | "adoptionNotes"> };

/** What happens after an application, and when; and what the shelter wants adopters to know. */
export function NextSteps({ shelter: { replyDays, adoptionNotes } }: Props) {
  const steps = [
    ["You send the form", "You get a private link to follow how it is going, or to take it back."],
    ["We read it", replyWords(replyDays)],
    ["We talk, and you meet", "A visit commits you to nothing. Take the time you need."],
  ];
  return (
    <section aria-labelledby="next-heading" className={cx(panel, stack)}>
      <h2 id="next-heading" className="text-lg">
        What happens next
      </h2>
      <ol className="grid gap-4">
        {steps.map(([title, text], index) => (
          <li key={title} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-3">
            <span
              aria-hidden="true"
              className="grid size-8 place-items-center rounded-pill bg-accent-back font-semibold text-accent"
            >
              {index + 1}
            </span>
            <div>
              <p className="font-semibold">{title}</p>
              <p className="text-sm text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <AdoptionNotes notes={adoptionNotes} className="border-t border-line pt-4" />
    </section>
  );
}
