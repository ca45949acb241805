import { useRouter } from "next/navigation";
import { useState } from "react";
import * as z from "zod/mini";
import { forgetToken } from "@/lib/http/client";
import { refusalWords } from "@/lib/http/refusal-words";
import { readFromTab, saveInTab } from "@/lib/tab-storage";
import { loadOnTouch } from "../ui/later";

export type SessionEvent = "signed-in" | "signed-out";
type Listener = (event: SessionEvent) => void;

const listeners = new Set<Listener>();
let channel: BroadcastChannel | null = null;

function otherTabs(): BroadcastChannel | null {
  if (channel !== null || typeof BroadcastChannel === "undefined") return channel;
  channel = new BroadcastChannel("session");
  channel.onmessage = ({ data }) => {
    forgetToken();
    notifyListeners(data === "signed-in" ? "signed-in" : "signed-out");
  };
  return channel;
}

function notifyListeners(event: SessionEvent): void {
  for (const listener of [...listeners]) listener(event);
}

export function announceSignIn(): void {
  otherTabs()?.postMessage("signed-in");
  notifyListeners("signed-in");
}

const loadClient = () => import("@/lib/sign-in/client");
loadOnTouch(loadClient);

/** Signs out in this browser, which other tabs notice. `problem` says why that failed. */
export function useSignOut() {
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const signOut = async () => {
    setProblem(null);
    try {
      const { sendSignOut } = await loadClient();
      await sendSignOut();
      forgetEmail();
      otherTabs()?.postMessage("signed-out");
      router.refresh();
    } catch (error) {
      setProblem(refusalWords(error));
    }
  };
  return { signOut, problem };
}

/** Calls `listener` when somebody signs in or out, in another tab too. Returns a function that stops it. */
export function onSessionEvent(listener: Listener): () => void {
  otherTabs();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NAME = "people.email";
const Known = z.object({ email: z.string() });

/** Remembers in this tab who is signed in, so that the form for signing in again already has the e-mail address. */
export const saveEmail = (email: string) => saveInTab(NAME, { email });

/** Returns the e-mail address of the person who last signed in in this tab, or null after they have signed out. */
export const readEmail = () => readFromTab(NAME, Known)?.email ?? null;

const forgetEmail = () => saveInTab(NAME, null);
