import type { ReactNode } from "react";

/** How many placeholders are shown. */
const SKELETONS = 8;

/** Placeholders in the size of what loads, with a message for screen readers. */
function Loading({ children }: { children: ReactNode }) {
  return (
    <>
      <p className="visually-hidden" role="status">
        Loading…
      </p>
      {children}
    </>
  );
}

function shapes(count: number, draw: (key: number) => ReactNode): ReactNode[] {
  return Array.from({ length: count }, (_, index) => draw(index));
}

/** Placeholder of a table. */
export function LoadingRows() {
  return (
    <Loading>
      <div className="table-scroll" aria-hidden="true">
        {shapes(SKELETONS, (key) => (
          <div key={key} className="row skeleton" />
        ))}
      </div>
    </Loading>
  );
}

/** Placeholder of cards. */
export function LoadingCards() {
  return (
    <Loading>
      <ul className="cards" aria-hidden="true">
        {shapes(SKELETONS, (key) => (
          <li key={key} className="card skeleton" />
        ))}
      </ul>
    </Loading>
  );
}

/** Placeholder of the list of people. */
export function LoadingPeople() {
  return (
    <Loading>
      <ul className="people" aria-hidden="true">
        {shapes(SKELETONS, (key) => (
          <li key={key} className="panel skeleton" />
        ))}
      </ul>
    </Loading>
  );
}

/** Placeholder of the page of a key. */
export function LoadingKey() {
  return (
    <Loading>
      <div className="key-page" aria-hidden="true">
        <div className="panel skeleton" />
        <div className="panel skeleton" />
        <div className="panel wide skeleton" />
      </div>
    </Loading>
  );
}
