import { cx } from "../../ui/cx";

type Props = {
  /** Facts that stay on one line, if it is long enough, in groups. The first is the kind. */
  groups: readonly (readonly string[])[];
  /** Whether each group has its own line. */
  hasShortLines?: boolean;
  className?: string;
};

/**
 * Facts in a row. A group that does not fit is on the next line. The dot at the beginning of a line is clipped at the
 * edge.
 */
export function FactsLine({ groups, hasShortLines, className }: Props) {
  return (
    <p className={cx("-ms-3 flex flex-wrap [clip-path:inset(0_0_0_0.75rem)]", className)}>
      {groups.map((facts, group) => (
        <span key={facts.join()} className={cx("flex flex-wrap", hasShortLines && group > 0 && "basis-full")}>
          {facts.map((fact, index) => (
            <span key={fact} className={cx("whitespace-nowrap", group + index === 0 && "ps-3")}>
              {group + index > 0 && <span className="inline-block w-3 text-center whitespace-pre"> · </span>}
              {fact}
            </span>
          ))}
        </span>
      ))}
    </p>
  );
}
