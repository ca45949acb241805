import type { ReactNode } from "react";

type Props = { title: ReactNode; about?: ReactNode; children?: ReactNode };

/**
 * The heading of a page, a line about it, and its main action at the end. On a phone, the line is below the action, so
 * that this is beside the heading if it fits.
 */
export function PageHead({ title, about, children }: Props) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 max-sm:gap-x-3 max-sm:gap-y-1">
      <div className="grid min-w-0 gap-1 max-sm:contents">
        <h1 tabIndex={-1} className="wrap-anywhere">
          {title}
        </h1>
        {about && <p className="text-soft max-sm:order-last max-sm:w-full">{about}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2.5">{children}</div>}
    </div>
  );
}
