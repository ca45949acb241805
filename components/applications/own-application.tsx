"use client";

import { type ReactNode, useEffect, useSyncExternalStore } from "react";
import { privatePath, sentNoun, sentTitle } from "@/lib/applications/sent-words";
import { saveInTab } from "@/lib/tab-storage";
import { isolate, nameInSentence } from "@/lib/values/words";
import { readText, subscribeTo } from "../ui/browser";
import { buttonClass } from "../ui/button";
import { panel } from "../ui/panel";
import { cx, rowLink } from "../ui/style";

/** An application whose private link this browser remembers, and what to call it. */
type Remembered = { petId: string; id: string; secret: string; petName: string; isQuestion: boolean };

/** The name of the list in the tab's storage. /privacy says what it holds. */
const KEY = "applications";
/** Maximum number of applications. The oldest is dropped. */
const MAX_REMEMBERED = 20;
const CHANGED = "applications-changed";
const subscribe = subscribeTo(CHANGED, "storage");

function useRemembered(): readonly Remembered[] {
  const text = useSyncExternalStore(
    subscribe,
    () => readText(KEY, "sessionStorage"),
    () => null,
  );
  return parse(text);
}

const parse = (text: string | null | undefined): Remembered[] => JSON.parse(text ?? "[]");

export function useOwnApplication(petId: bigint): { href: string; label: string; isQuestion: boolean } | null {
  const found = useRemembered().find((application) => application.petId === String(petId));
  if (!found) return null;
  const { id, secret, isQuestion } = found;
  return { href: privatePath(id, secret), label: `See your ${sentNoun(isQuestion)}`, isQuestion };
}

type Props = { petId: bigint; className?: string; children: ReactNode };

/** The application that this browser remembers, otherwise the main action of the page. */
export function MainAction({ petId, className, children }: Props) {
  const own = useOwnApplication(petId);
  if (own === null) return children;
  return (
    // Not a link of Next.js, because no request of this page may name the URL of the private page.
    <a className={buttonClass("primary", className)} href={own.href}>
      {own.label}
    </a>
  );
}

export function YourApplications() {
  const all = useRemembered();
  if (all.length === 0) return null;
  return (
    <section
      data-part="own-applications"
      aria-labelledby="own-heading"
      className={cx(panel, "grid gap-x-8 py-3 sm:flex sm:items-baseline sm:py-2")}
    >
      <h2 id="own-heading" className="shrink-0 text-lg">
        Your applications and questions
      </h2>
      <ul className="sm:flex sm:flex-wrap sm:gap-x-8">
        {all.map(({ id, secret, petName, isQuestion }) => (
          <li key={id}>
            {/* Not a link of Next.js: no request of this page may name it. */}
            <a className={cx(rowLink, "wrap-anywhere")} href={privatePath(id, secret)}>
              {sentTitle(isQuestion, isolate(nameInSentence(petName)))}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

type RememberLinkProps = {
  application: Remembered;
  /** Whether the application has ended. Nobody needs to find it any more, so the tab forgets it. */
  isOver: boolean;
};

/** Stores the private link in this tab, so that the page of the animal leads to it. Renders nothing. */
export function RememberLink({ application, isOver }: RememberLinkProps) {
  const { petId, id, secret, petName, isQuestion } = application;
  useEffect(() => {
    const others = parse(readText(KEY, "sessionStorage")).filter((other) => other.id !== id);
    const own = { petId, id, secret, petName, isQuestion };
    saveInTab(KEY, isOver ? others : [own, ...others].slice(0, MAX_REMEMBERED));
    window.dispatchEvent(new Event(CHANGED));
  }, [isOver, petId, id, secret, petName, isQuestion]);
  return null;
}
