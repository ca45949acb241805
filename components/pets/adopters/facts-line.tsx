import { cx } from "../../ui/style/cx";

type Props = {
  /** Groups of facts that stay together if the line is long enough. The first fact is the kind. */
  groups: readonly (readonly string[])[];
  className?: string;
};

/**
 * Facts in a row. A group that does not fit goes on the next line. The dot at the beginning of a line is clipped at the
 * edge.
 */
export function FactsLine({ groups, className }: Props) {
  return (
    <p className={cx("-ms-[1em] flex flex-wrap [clip-path:inset(0_0_0_1em)]", className)}>
      {groups.map((facts, group) => (
        <span key={facts.join()} className="flex flex-wrap">
          {facts.map((fact, index) => (
            <span key={fact} className={cx("min-w-0 wrap-anywhere", group + index === 0 && "ps-[1em]")}>
              {group + index > 0 && <span className="inline-block w-[1em] text-center whitespace-pre"> · </span>}
              {fact}
            </span>
          ))}
        </span>
      ))}
    </p>
  );
}
