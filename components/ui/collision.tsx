import type { ReactNode } from "react";
import { Button } from "./button";
import { actions, stack } from "./panel";
import { cx } from "./style";

const ID = "collision";

/** Moves the focus to the question, which has to be answered before anything else is saved. */
export function focusCollision(): void {
  document.getElementById(ID)?.focus();
}

type Props = {
  /** What somebody else has changed. */
  children: ReactNode;
  /** Both values of each field that two people have changed. */
  fields: readonly { label: string; theirs: string; yours: string }[];
  onTheirs(): void;
  /** Null if it cannot be. */
  onYours: (() => void) | null;
};

/** Asks whose values to keep. */
export function CollisionQuestion({ children, fields, onTheirs, onYours }: Props) {
  return (
    <section
      id={ID}
      role="alert"
      tabIndex={-1}
      className={cx(stack, "scroll-mt-5 rounded-card border-2 border-amber bg-amber-back p-4")}
    >
      {children}
      {fields.map(({ label, theirs, yours }) => (
        <dl key={label} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
          <dt className="col-span-full font-semibold">{label}</dt>
          <dt>Theirs</dt>
          <dd className="line-clamp-6 whitespace-pre-line wrap-anywhere">
            <bdi>{theirs || "empty"}</bdi>
          </dd>
          <dt>Yours</dt>
          <dd className="line-clamp-6 whitespace-pre-line wrap-anywhere">
            <bdi>{yours || "empty"}</bdi>
          </dd>
        </dl>
      ))}
      <div className={actions}>
        {onYours && <Button onClick={onYours}>Use mine</Button>}
        <Button look="quiet" onClick={onTheirs}>
          Use theirs
        </Button>
      </div>
    </section>
  );
}
