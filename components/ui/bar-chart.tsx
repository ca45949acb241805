import { cx } from "./cx";
import { numberCell, Table, TableHead } from "./table";

/** A bar of several parts. */
export type Bar = { label: string; parts: readonly number[] };
type Props = {
  title: string;
  bars: readonly Bar[];
  /** The names of the parts, in order. */
  names: readonly string[];
  /** The colours of the parts. */
  tones?: readonly BarTone[];
  /** Whether parts are stacked, or stand beside each other. */
  layout?: "stacked" | "beside";
  /** What each bar stands for, as the heading of a column. */
  unit?: string;
};

const HEIGHT = 100;
const WIDTH = 10;
const TONES = {
  green: { fill: "fill-green", back: "bg-green" },
  danger: { fill: "fill-danger", back: "bg-danger" },
  accent: { fill: "fill-accent", back: "bg-accent" },
} as const;
type BarTone = keyof typeof TONES;
const row = "flex flex-wrap justify-between gap-x-4";

/** Bars over time on an axis, with the same numbers in a table. */
export function BarChart(props: Props) {
  const { title, bars, names, tones = ["green", "danger"], layout = "stacked", unit = "Day" } = props;
  const height = (bar: Bar) => (layout === "stacked" ? total(bar) : Math.max(...bar.parts));
  const top = topOfAxis(Math.max(0, ...bars.map(height)));
  return (
    <figure className="grid gap-2">
      <figcaption className={row}>
        <span>{title}</span>
        <span className="flex flex-wrap gap-x-4 text-soft">
          {names.map((name, index) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <span className={cx("size-3 rounded-mark", TONES[tones[index] ?? "green"].back)} />
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <div className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-2 pt-2 text-sm text-soft" aria-hidden="true">
        <div className="flex h-40 flex-col justify-between text-end leading-0 tabular-nums">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{value.toLocaleString("en")}</span>
          ))}
        </div>
        <div className="flex h-40 flex-col justify-between bg-[linear-gradient(var(--color-line)_1px,transparent_1px)] bg-size-[100%_50%]">
          <Bars bars={bars} names={names} tones={tones} layout={layout} top={top} />
        </div>
        <span />
        <p className="flex justify-between pt-1">
          {[bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)].map((bar) => (
            <span key={bar?.label}>{bar?.label}</span>
          ))}
        </p>
      </div>
      <Numbers title={title} bars={bars} names={names} unit={unit} />
    </figure>
  );
}

const total = ({ parts }: Bar) => parts.reduce((sum, part) => sum + part, 0);

/**
 * Returns the highest value of the axis: the first of 2, 4, 6, 8, 10, 12, 16, 20, 40 and so on that is not below the
 * highest bar, so that half of it is a whole number too.
 */
function topOfAxis(highest: number): number {
  for (let power = 1; ; power *= 10) {
    const top = [2, 4, 6, 8, 10, 12, 16].map((step) => step * power).find((step) => step >= highest);
    if (top !== undefined) return top;
  }
}

/** Returns the rectangles of the parts of a bar. */
function rectsOf({ parts }: Bar, top: number, layout: Props["layout"]) {
  const heights = parts.map((part) => (part / top) * HEIGHT);
  const width = layout === "beside" ? (WIDTH - 2) / parts.length : WIDTH - 2;
  return heights.map((height, which) => {
    const below = layout === "beside" ? 0 : heights.slice(0, which).reduce((sum, part) => sum + part, 0);
    return { x: layout === "beside" ? which * width : 0, y: HEIGHT - below - height, width, height };
  });
}

type BarsProps = Required<Pick<Props, "bars" | "names" | "tones" | "layout">> & { top: number };

/** The bars. Pointing at one shows its numbers. */
function Bars({ bars, names, tones, layout, top }: BarsProps) {
  return (
    <svg
      className="block size-full border-b border-control-line"
      viewBox={`0 0 ${bars.length * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {bars.map((bar, index) => (
        <g key={bar.label} className="hover:opacity-75">
          <title>{`${bar.label}: ${bar.parts.map((part, which) => `${part.toLocaleString("en")} ${names[which]}`).join(", ")}`}</title>
          <rect className="fill-transparent" x={index * WIDTH} y={0} width={WIDTH} height={HEIGHT} />
          {rectsOf(bar, top, layout).map((rect, which) => (
            <rect
              key={names[which]}
              className={TONES[tones[which] ?? "green"].fill}
              {...rect}
              x={index * WIDTH + 1 + rect.x}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

function Numbers({ title, bars, names, unit }: Required<Pick<Props, "title" | "bars" | "names" | "unit">>) {
  return (
    <details>
      <summary>As a table</summary>
      <Table>
        <caption className="sr-only">{title}</caption>
        <TableHead names={[unit, ...names]} numbers={names} />
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
  );
}
