import type { ReactNode } from "react";

/** How many of a kind stand in for those that load. */
const SKELETONS = 8;

/** Shapes in the size of what loads; a screen reader hears that it loads. */
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

/** Stands in for a table while it loads. */
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

/** Stands in for cards while they load. */
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

/** Stands in for the list of people while it loads. */
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

/** Stands in for the page of a key while it loads. */
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
