"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { isPersonSignedIn, onPasswordRequired, onSignedOut } from "@/lib/http/client";
import { SECOND_MS } from "@/lib/values/time";
import { subscribeTo } from "../ui/browser";
import { Button } from "../ui/button";
import { onSessionEvent, readEmail, type SessionEvent, saveEmail } from "./session";
import { SignInForm } from "./sign-in-form";

/** When a tab is shown again, it checks the session if the last check was longer ago than this, in milliseconds. */
const RECHECK_MS = 5 * SECOND_MS;
const ID = "session-over";

/**
 * Covers the page when the session has ended: another tab signed out, a check found out when the tab was shown again,
 * or an operation was refused. What was typed stays in the page below until the person has signed in again. The same
 * cover asks for the password when an operation needs it, which then goes on.
 */
export function SessionWatch({ email }: { email: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const [isOver, setOver] = useState(false);
  const [waiting, setWaiting] = useState<readonly ((isEntered: boolean) => void)[]>([]);
  const checkedAt = useRef(0);
  useEffect(() => saveEmail(email), [email]);

  const answerWaiting = (isEntered: boolean) => {
    for (const answer of waiting) answer(isEntered);
    setWaiting([]);
  };
  const uncoverPage = () => {
    answerWaiting(true);
    void client.invalidateQueries();
    // Another person may have signed in, so the page is uncovered only together with the new data of the server.
    startTransition(() => {
      router.refresh();
      setOver(false);
    });
  };
  const applyEvent = useEffectEvent((event: SessionEvent) => (event === "signed-in" ? uncoverPage() : setOver(true)));
  const checkSession = useEffectEvent(async () => {
    checkedAt.current = Date.now();
    const isSignedIn = await isPersonSignedIn().catch(() => null);
    if (isSignedIn === false) setOver(true);
    else if (isSignedIn && isOver) uncoverPage();
  });
  useEffect(() => onSessionEvent((event) => applyEvent(event)), []);
  useEffect(() => onSignedOut(() => void checkSession()), []);
  useEffect(() => onPasswordRequired(() => new Promise((answer) => setWaiting((earlier) => [...earlier, answer]))), []);
  useEffect(() => {
    const checkWhenShown = () => {
      const isLongAgo = Date.now() - checkedAt.current > RECHECK_MS;
      if (document.visibilityState === "visible" && isLongAgo) void checkSession();
    };
    return subscribeTo("focus", "visibilitychange")(checkWhenShown);
  }, []);
  // The dialog is a child of the body: inside the page, a click in it would count as a click outside an open sheet, and
  // would close the sheet.
  if (isOver) return createPortal(<Cover {...SIGNED_OUT} />, document.body);
  if (waiting.length === 0) return null;
  return createPortal(<Cover {...PASSWORD} onCancel={() => answerWaiting(false)} />, document.body);
}

const SIGNED_OUT = {
  title: "You were signed out",
  about: "Sign in to continue where you were. Nothing that you typed is lost.",
};
const PASSWORD = {
  title: "Sign in again",
  about: "People and API keys ask for the password an hour after you signed in.",
};

type CoverProps = {
  title: string;
  about: string;
  /** Called when the person does not want to sign in. Without it, they have to. */
  onCancel?: () => void;
};

/** A native dialog, because it is above every sheet and toast, and nothing below it can be reached. */
function Cover({ title, about, onCancel }: CoverProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    if (current === null) return;
    const focusedBefore = document.activeElement;
    // Escape must not close this dialog, nor reach the sheets below it.
    const keepOpen = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
    };
    current.addEventListener("keydown", keepOpen);
    current.showModal();
    document.getElementById(`${ID}-${readEmail() === null ? "email" : "password"}`)?.focus();
    return () => {
      current.close();
      if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={`${ID}-heading`}
      className="m-0 grid size-full content-start gap-3 max-h-none max-w-none justify-items-center overflow-y-auto bg-page p-gutter text-ink sm:pt-[12vh]"
      onCancel={(event) => event.preventDefault()}
    >
      <SignInForm id={ID} title={title} about={about} onSignedIn={() => {}} />
      {onCancel && (
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </dialog>
  );
}
