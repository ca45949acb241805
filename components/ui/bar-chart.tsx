/** A bar; `parts` are stacked from the bottom up. */
export type Bar = { label: string; parts: readonly number[] };
type Props = { title: string; bars: readonly Bar[]; names: readonly string[] };

const HEIGHT = 100;
const WIDTH = 10;

/** Bars over time, with the same numbers in a table. */
export function BarChart({ title, bars, names }: Props) {
  const total = ({ parts }: Bar) => parts.reduce((sum, part) => sum + part, 0);
  const highest = Math.max(0, ...bars.map(total));
  return (
    <figure className="chart">
      <figcaption>
        <span>{title}</span>
        <span className="hint">
          {names.map((name, index) => (
            <span key={name} className="legend" data-part={index}>
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${bars.length * WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map((bar, index) => {
          let top = HEIGHT;
          return bar.parts.map((part, which) => {
            const height = highest && (part / highest) * HEIGHT;
            top -= height;
            return (
              <rect
                key={`${bar.label} ${names[which]}`}
                data-part={which}
                x={index * WIDTH + 1}
                y={top}
                width={WIDTH - 2}
                height={height}
              />
            );
          });
        })}
      </svg>
      <p className="chart-axis hint" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>highest: {highest.toLocaleString("en")}</span>
        <span>{bars.at(-1)?.label}</span>
      </p>
      <details>
        <summary>As a table</summary>
        <div className="table-scroll">
          <table>
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                {names.map((name) => (
                  <th key={name} scope="col" className="number">
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
                    <td key={names[index]} className="number">
                      {part.toLocaleString("en")}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
