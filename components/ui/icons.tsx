import { cx } from "./style";

type IconProps = {
  path: string;
  /** The width and the height of its grid. */
  box?: number;
  className?: string;
};

const round = "[stroke-linecap:round] [stroke-linejoin:round]";

/** A drawing of one line. */
export function Icon({ path, box = 24, className = cx("size-5 stroke-current stroke-2", round) }: IconProps) {
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${box} ${box}`} className={cx("shrink-0 fill-none", className)}>
      <path d={path} />
    </svg>
  );
}

const ARROWS = { start: "m15 5-7 7 7 7", end: "m9 5 7 7-7 7" } as const;

/** Points the way a link to a neighbour leads. */
export const Arrow = ({ to }: { to: keyof typeof ARROWS }) => (
  <Icon path={ARROWS[to]} className={cx("size-4 stroke-current stroke-[2.5]", round)} />
);

export const Cross = ({ className }: { className?: string }) => (
  <Icon path="m2 2 8 8m0-8-8 8" box={12} className={cx("size-3.5 stroke-current stroke-2", className)} />
);

/** Opens a list or a menu below it. */
export const Chevron = () => <Icon path="m2 4 4 4 4-4" box={12} className="size-3 stroke-current stroke-2" />;
