"use client";

import { createContext, type ReactNode, useContext } from "react";

/** The id of the person, for data that is saved per person, the name of the site, and whether the service sends mail. */
type Known = { person: string; site: string; isMailOn: boolean };

const SignedInContext = createContext<Known>({ person: "", site: "", isMailOn: false });

/** Tells the staff pages what they all need to know. */
export function SignedIn({ children, ...known }: Known & { children: ReactNode }) {
  return <SignedInContext value={known}>{children}</SignedInContext>;
}

export const usePersonId = () => useContext(SignedInContext).person;
export const useSiteName = () => useContext(SignedInContext).site;
export const useIsMailOn = () => useContext(SignedInContext).isMailOn;
