"use client";

import { privatePath } from "@/lib/applications/private/private-path";
import { sentNoun, sentTitle } from "@/lib/applications/sent-words";
import { isolate } from "@/lib/values/bidi";
import { nameInSentence } from "@/lib/values/excerpt";
import { cx } from "../ui/style/cx";
import { rowLink } from "../ui/style/links";
import { panel } from "../ui/style/panel";
import { useRemembered } from "./remembered-store";

/** Returns what to call them: a question is not an application. */
function headingOf(all: readonly { isQuestion: boolean }[]): string {
  if (all.every(({ isQuestion }) => isQuestion)) return "Your questions";
  return all.some(({ isQuestion }) => isQuestion) ? "Your applications and questions" : "Your applications";
}

/** Links to the applications that this browser remembers. Renders nothing if there are none. */
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
        {headingOf(all)}
      </h2>
      <ul className="sm:flex sm:flex-wrap sm:gap-x-8">
        {all.map(({ id, secret, petName, isQuestion }) => (
          <li key={id}>
            {/* Not a link of Next.js: no request of this page may name it. */}
            <a className={cx(rowLink, "wrap-anywhere")} href={privatePath(id, secret)}>
              {petName ? sentTitle(isQuestion, isolate(nameInSentence(petName))) : `Your ${sentNoun(isQuestion)}`}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
