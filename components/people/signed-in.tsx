"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { Role } from "@/lib/people/schema";

const Person = createContext("");
const Site = createContext("");

export type Me = { id: string; role: Role };

type Props = { person: string; site: string; children: ReactNode };

/**
 * Provides the staff pages with the id of the signed-in person, for data that is saved per person, and with the site's
 * name.
 */
export function SignedIn({ person, site, children }: Props) {
  return (
    <Person value={person}>
      <Site value={site}>{children}</Site>
    </Person>
  );
}

export const usePersonId = () => useContext(Person);

export const useSiteName = () => useContext(Site);

const MailOn = createContext(false);

export function MailOnProvider({ isMailOn, children }: { isMailOn: boolean; children: ReactNode }) {
  return <MailOn value={isMailOn}>{children}</MailOn>;
}

/** Whether the service sends mail, so that applicants are notified automatically. */
export const useIsMailOn = () => useContext(MailOn);
