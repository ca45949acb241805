import { singleton } from "../process/singleton";

const sender = singleton("mail.wake", () => ({ wake: () => {} }));

/**
 * Tells the sender of this process that there is mail. If it has none, the sender of another process finds the mail.
 */
export function wakeSender(): void {
  sender.wake();
}

/** Sets the function to call when there is mail, or removes it with null. */
export function onWake(wake: (() => void) | null): void {
  sender.wake = wake ?? (() => {});
}
