import { cx } from "./cx";
import { numberCell, Table } from "./table";

/** A bar; `parts` are stacked from the bottom up. */
export type Bar = { label: string; parts: readonly number[] };
type Props = { title: string; bars: readonly Bar[]; names: readonly string[] };

const HEIGHT = 100;
const WIDTH = 10;
/** The colours of the parts, in their order. */
const FILLS = ["fill-green", "fill-danger"];
const BACKS = ["bg-green", "bg-danger"];
const row = "flex flex-wrap justify-between gap-x-4";

/** Bars over time, with the same numbers in a table. */
export function BarChart({ title, bars, names }: Props) {
  const total = ({ parts }: Bar) => parts.reduce((sum, part) => sum + part, 0);
  const highest = Math.max(0, ...bars.map(total));
  return (
    <figure>
      <figcaption className={row}>
        <span>{title}</span>
        <span className="flex flex-wrap gap-x-4 text-soft">
          {names.map((name, index) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <span className={cx("size-3 rounded-mark", BACKS[index])} />
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <svg
        className="block h-36 w-full border-b border-control-line"
        viewBox={`0 0 ${bars.length * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map((bar, index) => {
          let top = HEIGHT;
          return bar.parts.map((part, which) => {
            const height = highest && (part / highest) * HEIGHT;
            top -= height;
            return (
              <rect
                key={`${bar.label} ${names[which]}`}
                className={FILLS[which]}
                x={index * WIDTH + 1}
                y={top}
                width={WIDTH - 2}
                height={height}
              />
            );
          });
        })}
      </svg>
      <p className={cx(row, "text-sm text-soft")} aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>highest: {highest.toLocaleString("en")}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
      <details>
        <summary>As a table</summary>
        <Table>
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {names.map((name) => (
                <th key={name} scope="col" className={numberCell}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...bars].reverse().map(({ label, parts }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {parts.map((part, index) => (
                  <td key={names[index]} className={numberCell}>
                    {part.toLocaleString("en")}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </details>
    </figure>
  );
}
