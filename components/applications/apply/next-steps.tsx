import { now } from "@/lib/process/clock";
import type { Shelter } from "@/lib/shelter/schema";
import { replyByWords } from "@/lib/shelter/words";
import { panel, stack } from "../../ui/panel";
import { cx } from "../../ui/style";

/** Where the form asks for a question (IntentChoice), which is in the same `group/apply`. */
const [forAdoption, forQuestion] = [
  "group-has-[[value=question]:checked]/apply:hidden",
  "hidden group-has-[[value=question]:checked]/apply:block",
];

/** The number is for the eye: a list says it anyway. Hidden steps are not counted. */
const numbered = cx(
  "[counter-increment:step] before:float-start before:grid before:size-8 before:place-items-center before:rounded-pill",
  "before:bg-accent-back before:font-semibold before:text-accent before:content-[counter(step)/'']",
);

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
      className: forQuestion,
    },
  ];
  return (
    <section aria-labelledby="next-heading" className={cx(panel, stack, className)}>
      <h2 id="next-heading" className="text-lg">
        What happens next
      </h2>
      <ol className="grid gap-4">
        {steps.map(({ title, text, className }) => (
          <li key={title} className={cx(numbered, className)}>
            <div className="ps-11">
              <p className="font-semibold">{title}</p>
              <p className="text-sm text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
