"use client";

import { createContext, type ReactNode, useContext } from "react";

const Person = createContext("");

/** Provides the id of the signed-in person to the staff pages, for data that is saved per person. */
export function SignedIn({ person, children }: { person: string; children: ReactNode }) {
  return <Person value={person}>{children}</Person>;
}

/** The id of the signed-in person. */
export const usePersonId = () => useContext(Person);
