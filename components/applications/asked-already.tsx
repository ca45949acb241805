"use client";

import type { ReactNode } from "react";
import { privatePath } from "@/lib/applications/private-path";
import { cx } from "../ui/cx";
import { useRemembered } from "./remembered-store";

type Props = {
  petId: bigint;
  name: string;
  /** What visitors without such an application see. */
  children: ReactNode;
};

/**
 * Points to the application for this animal that the browser remembers, instead of `children`. Both take the same
 * space, so nothing moves.
 */
export function AskedAlready({ petId, name, children }: Props) {
  const href = useRememberedPath(petId);
  const place = "col-start-1 row-start-1";
  return (
    <div className="grid">
      <div className={cx(place, href !== null && "invisible")}>{children}</div>
      <p className={cx(place, href === null && "invisible")}>
        You have already asked about <bdi>{name}</bdi>.{" "}
        {/* Not a link of Next.js: no request of this page may name it. */}
        <a href={href ?? "/"}>See your application</a>
      </p>
    </div>
  );
}

/** The private path of the application for an animal, if this browser remembers one; otherwise null. */
export function useRememberedPath(petId: bigint): string | null {
  const found = useRemembered().find((application) => application.petId === String(petId));
  return found ? privatePath(found.id, found.secret) : null;
}
