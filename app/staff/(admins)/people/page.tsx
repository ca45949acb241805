import type { Metadata } from "next";
import { PeopleDesk } from "@/components/people/people-desk";

export const metadata: Metadata = { title: "People" };

/** The people who can sign in. */
export default function PeoplePage() {
  return <PeopleDesk />;
}
