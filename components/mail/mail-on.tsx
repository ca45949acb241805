"use client";

import { createContext, type ReactNode, useContext } from "react";

const MailOn = createContext(false);

/** Tells the pages of staff whether the service sends mail. */
export function MailOnProvider({ isMailOn, children }: { isMailOn: boolean; children: ReactNode }) {
  return <MailOn value={isMailOn}>{children}</MailOn>;
}

/** Whether the service sends mail, so that applicants are notified automatically. */
export const useIsMailOn = () => useContext(MailOn);
