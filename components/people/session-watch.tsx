"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { isPersonSignedIn, watchSignIn } from "@/lib/http/client";
import { SECOND_MS } from "@/lib/values/time";
import { subscribeTo } from "../ui/browser";
import { later } from "../ui/later";
import { onSessionEvent, type SessionEvent, saveEmail } from "./session";

/** When a tab is shown again, it checks the session if the last check was longer ago than this, in milliseconds. */
const RECHECK_MS = 5 * SECOND_MS;
const SessionCover = later(async () => (await import("./session-cover")).SessionCover);

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
  useEffect(() => {
    const askPassword = () => new Promise<boolean>((answer) => setWaiting((earlier) => [...earlier, answer]));
    return watchSignIn({ signedOut: () => void checkSession(), askPassword });
  }, []);
  useEffect(() => {
    const checkWhenShown = () => {
      const isLongAgo = Date.now() - checkedAt.current > RECHECK_MS;
      if (document.visibilityState === "visible" && isLongAgo) void checkSession();
    };
    return subscribeTo("focus", "visibilitychange")(checkWhenShown);
  }, []);
  // The dialog is a child of the body: inside the page, a click in it would count as a click outside an open sheet, and
  // would close the sheet.
  if (isOver) return createPortal(<SessionCover {...SIGNED_OUT} />, document.body);
  if (waiting.length === 0) return null;
  return createPortal(<SessionCover {...PASSWORD} onCancel={() => answerWaiting(false)} />, document.body);
}

const SIGNED_OUT = {
  title: "You were signed out",
  about: "Sign in to continue where you were. Nothing that you typed is lost.",
};
const PASSWORD = {
  title: "Sign in again",
  about: "People and API keys ask for the password an hour after you signed in.",
};
