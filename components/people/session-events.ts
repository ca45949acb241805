import { forgetToken } from "@/lib/http/client";

/** What happened to the session of this browser. */
export type SessionEvent = "signed-in" | "signed-out";
type Listener = (event: SessionEvent) => void;

const listeners = new Set<Listener>();
let channel: BroadcastChannel | null = null;

/** Returns the channel to the other tabs of this browser, or null in one that does not support channels. */
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

/** Tells this page and all other tabs that somebody has signed in. */
export function announceSignIn(): void {
  otherTabs()?.postMessage("signed-in");
  notifyListeners("signed-in");
}

/** Tells all other tabs that the session is over. */
export function announceSignOut(): void {
  otherTabs()?.postMessage("signed-out");
}

/** Calls `listener` when somebody signs in or out, in another tab too. Returns a function that stops it. */
export function onSessionEvent(listener: Listener): () => void {
  otherTabs();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
