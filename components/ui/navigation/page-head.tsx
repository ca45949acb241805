import type { ReactNode } from "react";

type Props = { title: ReactNode; about?: ReactNode; children?: ReactNode };

/** The heading of a page, a line about it, and its main action at the end. */
export function PageHead({ title, about, children }: Props) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="grid min-w-0 gap-1">
        <h1 tabIndex={-1} className="wrap-anywhere">
          {title}
        </h1>
        {about && <p className="text-soft">{about}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2.5">{children}</div>}
    </div>
  );
}
