import { cx } from "../../ui/style/cx";
import { rowLink } from "../../ui/style/links";

type Props = {
  /** Whether the form has what was typed before a reload. */
  isRestored: boolean;
  onClear(): void;
};

/** Says what the form is for, or that it was restored. Both take the same space, so nothing moves. */
export function ApplyIntro({ isRestored, onClear }: Props) {
  const place = "col-start-1 row-start-1";
  return (
    <div className="-mt-2 grid items-center">
      <p className={cx(place, "text-pretty text-soft", isRestored && "invisible")}>
        It takes a few minutes and commits you to nothing. All fields are needed, except those marked optional.
      </p>
      <p className={cx(place, "-my-2.5 flex flex-wrap items-center gap-x-4", !isRestored && "invisible")}>
        We kept what you wrote.
        <button type="button" className={cx(rowLink, "cursor-pointer")} onClick={onClear}>
          Clear
        </button>
      </p>
    </div>
  );
}
