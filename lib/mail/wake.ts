import { singleton } from "../singleton";

const sender = singleton("mail.wake", () => ({ wake: () => {} }));

/** Tells the sender of this process that there is mail; without one, the sender of another process finds it. */
export function wakeSender(): void {
  sender.wake();
}

/** Registers what to call when there is mail; null for nothing. */
export function onWake(wake: (() => void) | null): void {
  sender.wake = wake ?? (() => {});
}
