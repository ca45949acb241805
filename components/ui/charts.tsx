"use client";

import { type CSSProperties, type PointerEvent, useId, useState } from "react";
import { timeWords } from "@/lib/values/time-words";
import { cx } from "./style";

type Bar = { label: string; parts: readonly number[] };
type Props = {
  title: string;
  bars: readonly Bar[];
  /** The names of the parts and their colours, in the order of the parts. */
  tones: Readonly<Record<string, keyof typeof TONES>>;
  /** What each bar stands for. */
  unit: string;
};

/** Forced colours and printers would leave out backgrounds. */
const TONES = {
  green: "bg-green forced-color-adjust-none [print-color-adjust:exact]",
  accent: "bg-accent forced-color-adjust-none [print-color-adjust:exact]",
  danger: "bg-danger forced-color-adjust-none [print-color-adjust:exact]",
} as const;

/** Bars over time. Pointing at a bar, pressing it or using the arrow keys shows its numbers below the axis. */
export function BarChart({ title, bars, tones, unit }: Props) {
  const names = Object.keys(tones);
  const classes = Object.values(tones).map((tone) => TONES[tone]);
  const top = topOfAxis(Math.max(0, ...bars.flatMap(({ parts }) => parts)));
  const [chosen, setChosen] = useState<number | null>(null);
  // The last bar, which includes today, until another one is chosen.
  const current = Math.min(chosen ?? bars.length - 1, bars.length - 1);
  const words = barWords(bars[current], names, unit);
  return (
    <figure className="grid gap-2">
      <figcaption className="flex flex-wrap justify-between gap-x-4">
        <span>{title}</span>
        <span className="flex flex-wrap gap-x-4 text-soft">
          {names.map((name, index) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <span className={cx("size-3 rounded-mark", classes[index])} />
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <div className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-2 pt-2 pb-6 text-sm text-soft">
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
          <div className="flex size-full border-b border-control-line" aria-hidden="true">
            {bars.map(({ label, parts }, index) => (
              <div
                key={label}
                className={cx("relative flex flex-1 justify-center", index === current && "ring-1 ring-control-line")}
              >
                <div className="flex h-full w-4/5 items-end">
                  {parts.map((part, which) => (
                    <div
                      key={names[which]}
                      className={cx(classes[which], "flex-1")}
                      style={{ height: `${(part / top) * 100}%` }}
                    />
                  ))}
                </div>
                <BarLabel fromEnd={bars.length - 1 - index} step={Math.ceil(bars.length / MAX_LABELS)} label={label} />
              </div>
            ))}
          </div>
          <Chooser title={title} words={words} count={bars.length} current={current} onChoose={setChosen} />
        </div>
      </div>
      <p aria-hidden="true" className="text-sm">
        {words}
      </p>
    </figure>
  );
}

/** The first of 2, 4, 6, 8, 10, 12, 16, 20, 40 and so on that is not below the highest bar, so that its half is whole. */
function topOfAxis(highest: number): number {
  for (let power = 1; ; power *= 10) {
    const top = [2, 4, 6, 8, 10, 12, 16].map((step) => step * power).find((step) => step >= highest);
    if (top !== undefined) return top;
  }
}

/** Says the numbers of a bar: "Week from 5 Dec: arrivals 3, adoptions 1". */
function barWords(bar: Bar | undefined, names: readonly string[], unit: string): string {
  if (!bar) return "";
  const parts = bar.parts.map((part, which) => `${names[which]?.toLowerCase()}\u00a0${part.toLocaleString("en")}`);
  return `${unit} ${bar.label}: ${parts.join(", ")}`;
}

/** About how many bars have a label; on a phone every second of them. */
const MAX_LABELS = 6;

/** The label below a bar. On a phone, that of the last bar, which is narrower than its label, ends with the axis. */
function BarLabel({ fromEnd, step, label }: { fromEnd: number; step: number; label: string }) {
  if (fromEnd % step !== 0) return null;
  return (
    <span
      className={cx(
        "absolute top-full left-1/2 mt-1 -translate-x-1/2 whitespace-nowrap",
        (fromEnd / step) % 2 === 1 && "max-sm:hidden",
        fromEnd === 0 && "max-sm:right-0 max-sm:left-auto! max-sm:translate-x-0",
      )}
    >
      {label}
    </span>
  );
}

type ChooserProps = { title: string; words: string; count: number; current: number; onChoose(index: number): void };

/**
 * Chooses a bar: an invisible slider over the bars, so that arrow keys, fingers and screen readers work as on any. Its
 * thumb is as wide as a bar, so each value is where its bar is.
 */
function Chooser({ title, words, count, current, onChoose }: ChooserProps) {
  const point = ({ currentTarget, clientX, pointerType }: PointerEvent<HTMLInputElement>) => {
    if (pointerType !== "mouse") return;
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * count);
    onChoose(Math.max(0, Math.min(index, count - 1)));
  };
  return (
    <input
      type="range"
      aria-label={title}
      aria-valuetext={words}
      min={0}
      max={count - 1}
      value={current}
      onChange={(event) => onChoose(event.target.valueAsNumber)}
      onPointerMove={point}
      style={{ "--thumb": `${100 / count}%` } as CSSProperties}
      className={cx(
        "absolute inset-0 size-full cursor-pointer appearance-none opacity-0",
        "[&::-moz-range-thumb]:h-full [&::-moz-range-thumb]:w-(--thumb)",
        "[&::-webkit-slider-thumb]:h-full [&::-webkit-slider-thumb]:w-(--thumb) [&::-webkit-slider-thumb]:appearance-none",
      )}
    />
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
