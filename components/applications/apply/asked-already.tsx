"use client";

import { type ReactNode, useState } from "react";
import { sentNoun } from "@/lib/applications/sent-words";
import { nameInSentence } from "@/lib/values/excerpt";
import { Button } from "../../ui/buttons/button";
import { buttonClass } from "../../ui/style/button-class";
import { cx } from "../../ui/style/cx";
import { panel, stack, stackedActions } from "../../ui/style/panel";
import { useOwnApplication } from "../use-own-application";

type Props = {
  petId: bigint;
  name: string;
  /** How soon the shelter answers, as a sentence. */
  reply: string;
  /** Shown below while the form is folded. */
  meanwhile: ReactNode;
  /** The form, which is folded if there is such an application. */
  children: ReactNode;
};

/** Points to the application for this animal that the browser remembers. The form is then shown only on request. */
export function AskedAlready({ petId, name, reply, meanwhile, children }: Props) {
  const own = useOwnApplication(petId);
  const [isAgain, setAgain] = useState(false);
  return (
    <>
      {own && (
        <div data-part={isAgain ? undefined : "asked"} className={cx(panel, stack)}>
          <h2 className="wrap-anywhere">
            You have already {own.isQuestion ? "asked about" : "applied for"} <bdi>{nameInSentence(name)}</bdi>
          </h2>
          <p className="max-w-prose text-pretty">
            Your {sentNoun(own.isQuestion)} is with us. {reply} Its page shows how it is going and what comes next.
            There you can also {own.isQuestion ? "take it back" : "withdraw it"}.
          </p>
          <div className={stackedActions}>
            {/* Not a link of Next.js: no request of this page may name it. */}
            <a className={buttonClass()} href={own.href}>
              {own.label}
            </a>
            <Button look="quiet" aria-expanded={isAgain} onClick={() => setAgain(!isAgain)}>
              {own.isQuestion ? "Ask again" : "Apply again"}
            </Button>
          </div>
        </div>
      )}
      {own && !isAgain && meanwhile}
      <div className={cx("grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5", own && !isAgain && "hidden")}>{children}</div>
    </>
  );
}
