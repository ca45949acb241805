"use client";

import { type CSSProperties, type PointerEvent, useId, useState } from "react";
import { timeWords } from "@/lib/values/time-words";
import { cx } from "./style";

/** A bar with several parts. */
type Bar = { label: string; parts: readonly number[] };
type Props = {
  title: string;
  bars: readonly Bar[];
  /** The names of the parts, in order. */
  names: readonly string[];
  /** The colours of the parts. */
  tones?: readonly BarTone[];
  /** Whether the parts are stacked or side by side. */
  layout?: "stacked" | "beside";
  /** What each bar stands for, as a column heading. */
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

/**
 * Bars over time. Pointing at a bar, pressing it or using the arrow keys shows its numbers below the axis.
 */
export function BarChart(props: Props) {
  const { title, bars, names, tones = ["green", "danger"], layout = "stacked", unit = "Day" } = props;
  const height = (bar: Bar) => (layout === "stacked" ? total(bar) : Math.max(...bar.parts));
  const top = topOfAxis(Math.max(0, ...bars.map(height)));
  const [chosen, setChosen] = useState<number | null>(null);
  // The last bar, which includes today, until another one is chosen.
  const current = Math.min(chosen ?? bars.length - 1, bars.length - 1);
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
      <div className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-2 pt-2 text-sm text-soft">
        <div className="flex h-40 flex-col justify-between text-end leading-0 tabular-nums" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{value.toLocaleString("en")}</span>
          ))}
        </div>
        <div
          className={cx(
            "relative h-40 bg-[linear-gradient(var(--color-line)_1px,transparent_1px)] bg-size-[100%_50%]",
            "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
          )}
        >
          <Bars bars={bars} names={names} tones={tones} layout={layout} top={top} current={current} />
          <Chooser title={title} bars={bars} names={names} unit={unit} current={current} onChoose={setChosen} />
        </div>
        <span />
        <Labels bars={bars} />
      </div>
      <p aria-hidden="true" className="text-sm">
        {barWords(bars[current], names, unit)}
      </p>
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

/** Says the numbers of a bar: "Week from 5 Dec: arrivals 3, adoptions 1". */
function barWords(bar: Bar | undefined, names: readonly string[], unit: string): string {
  if (!bar) return "";
  const parts = bar.parts.map((part, which) => `${names[which]?.toLowerCase()}\u00a0${part.toLocaleString("en")}`);
  return `${unit} ${bar.label}: ${parts.join(", ")}`;
}

/** About how many bars have a label; on a phone every second of them. */
const MAX_LABELS = 6;

/**
 * The labels of some bars up to the last one, each centred below its bar. On a phone, where the last bar is narrower
 * than its label, that ends with the axis.
 */
function Labels({ bars }: Pick<Props, "bars">) {
  const step = Math.ceil(bars.length / MAX_LABELS);
  return (
    <p className="relative h-6" aria-hidden="true">
      {bars.map((bar, index) => {
        const fromEnd = bars.length - 1 - index;
        if (fromEnd % step !== 0) return null;
        return (
          <span
            key={bar.label}
            className={cx(
              "absolute top-1 -translate-x-1/2 whitespace-nowrap",
              (fromEnd / step) % 2 === 1 && "max-sm:hidden",
              fromEnd === 0 && "max-sm:right-0 max-sm:left-auto! max-sm:translate-x-0",
            )}
            style={{ left: `${((index + 0.5) / bars.length) * 100}%` }}
          >
            {bar.label}
          </span>
        );
      })}
    </p>
  );
}

type ChooserProps = Required<Pick<Props, "title" | "bars" | "names" | "unit">> & {
  current: number;
  onChoose(index: number): void;
};

/**
 * Chooses a bar. It is an invisible slider over the bars, so that arrow keys, fingers and screen readers work as on any
 * slider. Its thumb is as wide as a bar, so each value is where its bar is.
 */
function Chooser({ title, bars, names, unit, current, onChoose }: ChooserProps) {
  const point = ({ currentTarget, clientX, pointerType }: PointerEvent<HTMLInputElement>) => {
    if (pointerType !== "mouse") return;
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * bars.length);
    onChoose(Math.max(0, Math.min(index, bars.length - 1)));
  };
  return (
    <input
      type="range"
      aria-label={title}
      aria-valuetext={barWords(bars[current], names, unit)}
      min={0}
      max={bars.length - 1}
      value={current}
      onChange={(event) => onChoose(event.target.valueAsNumber)}
      onPointerMove={point}
      style={{ "--thumb": `${100 / bars.length}%` } as CSSProperties}
      className={cx(
        "absolute inset-0 size-full cursor-pointer appearance-none opacity-0",
        "[&::-moz-range-thumb]:h-full [&::-moz-range-thumb]:w-(--thumb)",
        "[&::-webkit-slider-thumb]:h-full [&::-webkit-slider-thumb]:w-(--thumb) [&::-webkit-slider-thumb]:appearance-none",
      )}
    />
  );
}

type BarsProps = Required<Pick<Props, "bars" | "names" | "tones" | "layout">> & { top: number; current: number };

/** The bars. The current one has an outline. */
function Bars({ bars, names, tones, layout, top, current }: BarsProps) {
  return (
    <svg
      className="block size-full overflow-visible border-b border-control-line"
      viewBox={`0 0 ${bars.length * WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {bars.map((bar, index) => (
        <g key={bar.label}>
          {index === current && (
            <rect
              className="fill-none stroke-control-line"
              vectorEffect="non-scaling-stroke"
              x={index * WIDTH}
              y={0}
              width={WIDTH}
              height={HEIGHT}
            />
          )}
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

type MeterProps = { label: string; limit: number; remaining: number; reset: number };

/** How much of a limit is left, and, if not all of it, when it resets (`reset` in Unix seconds). */
export function Meter({ label, limit, remaining, reset }: MeterProps) {
  const id = useId();
  const seconds = Math.max(1, Math.ceil(reset - Date.now() / 1_000));
  return (
    <div className="grid gap-1">
      <label htmlFor={id}>{label}</label>
      <meter
        id={id}
        className="block h-2.5 w-full"
        min={0}
        max={limit}
        low={limit * 0.1}
        optimum={limit}
        value={remaining}
      />
      <p>
        {remaining <= 0 && "Used up: "}
        <strong>{remaining.toLocaleString("en")}</strong> of {limit.toLocaleString("en")} left
        {remaining < limit && `, full again in ${timeWords(seconds)}`}
      </p>
    </div>
  );
}
