import { cx } from "../../ui/cx";

type Props = {
  /** The kind, then the others. */
  facts: readonly string[];
  /** Whether the kind has its own line on phones. */
  hasShortLines?: boolean;
  className?: string;
};

/**
 * The kind and the other facts in a row. Those that do not fit are on the next line. The dot at the beginning of a line
 * is clipped at the edge.
 */
export function FactsLine({ facts: [kind, ...others], hasShortLines, className }: Props) {
  return (
    <p className={cx("-ms-4 flex flex-wrap [clip-path:inset(0_0_0_1rem)]", className)}>
      <span className="ps-4">{kind}</span>
      <span className={hasShortLines ? "flex flex-wrap max-sm:basis-full" : "contents"}>
        {others.map((fact) => (
          <span key={fact} className="whitespace-nowrap">
            <span className="inline-block w-4 text-center whitespace-pre"> · </span>
            {fact}
          </span>
        ))}
      </span>
    </p>
  );
}
