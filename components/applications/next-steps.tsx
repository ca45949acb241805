import { replyWords } from "@/lib/shelter/reply";
import { cx } from "../ui/cx";
import { panel } from "../ui/panel";

const TITLE = "What happens next";

/** What happens after an application, and when. Folded on a phone, where it would push the form out of view. */
export function NextSteps({ replyDays }: { replyDays: number | null }) {
  const steps = <Steps replyDays={replyDays} />;
  return (
    <>
      <details className={cx(panel, "py-2 md:hidden")}>
        <summary className="font-semibold">{TITLE}</summary>
        <div className="pt-2 pb-3">{steps}</div>
      </details>
      <section aria-label={TITLE} className={cx(panel, "hidden gap-4 md:grid")}>
        <h2 className="text-lg">{TITLE}</h2>
        {steps}
      </section>
    </>
  );
}

function Steps({ replyDays }: { replyDays: number | null }) {
  const steps = [
    ["You send this form", "You get a private link to follow your application or to withdraw it."],
    ["We read it", replyWords(replyDays)],
    ["We talk, and you meet", "A visit commits you to nothing. Take the time you need."],
  ];
  return (
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
  );
}
