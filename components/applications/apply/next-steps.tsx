import { now } from "@/lib/process/clock";
import type { Shelter } from "@/lib/shelter/schema";
import { replyByWords } from "@/lib/shelter/words";
import { panel, stack } from "../../ui/panel";
import { cx } from "../../ui/style";

type Step = {
  title: string;
  text: string;
  /** Its number, unless that is its place. */
  number?: number;
  className?: string;
};

/** Steps one after the other: the number of each, its title, and what happens in it. */
export function NumberedSteps({ steps, className }: { steps: readonly Step[]; className?: string }) {
  return (
    <ol className={cx("grid gap-4", className)}>
      {steps.map(({ title, text, number, className }, index) => (
        <li key={title} className={className}>
          <span
            aria-hidden="true"
            className="float-start grid size-8 place-items-center rounded-pill bg-accent-back font-semibold text-accent"
          >
            {number ?? index + 1}
          </span>
          <div className="ps-11">
            <p className="font-semibold">{title}</p>
            <p className="text-sm text-soft">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Where the form asks for a question (IntentChoice), which is in the same `group/apply`. */
const [forAdoption, forQuestion] = [
  "group-has-[[value=question]:checked]/apply:hidden",
  "hidden group-has-[[value=question]:checked]/apply:block",
];

type Props = { shelter: Pick<Shelter, "replyDays" | "openingHours">; className?: string };

/** What happens after an application or a question, and when; and what the shelter wants adopters to know. */
export function NextSteps({ shelter, className }: Props) {
  const steps = [
    { title: "You send the form", text: "You get a private link to track it, or to withdraw it." },
    { title: "We read it", text: replyByWords(shelter, new Date(now())) },
    {
      title: "We talk, and you meet",
      text: "A visit commits you to nothing. Take the time you need.",
      className: forAdoption,
    },
    {
      title: "We answer by e-mail",
      text: "You can still apply to adopt later, or come and visit us.",
      number: 3,
      className: forQuestion,
    },
  ];
  return (
    <section aria-labelledby="next-heading" className={cx(panel, stack, className)}>
      <h2 id="next-heading" className="text-lg">
        What happens next
      </h2>
      <NumberedSteps steps={steps} />
    </section>
  );
}
