import { cx } from "./style";

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
