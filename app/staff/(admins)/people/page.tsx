import type { Metadata } from "next";
import { PeopleDesk } from "@/components/people/people-desk";

export const metadata: Metadata = { title: "People" };

export default function PeoplePage() {
  return <PeopleDesk />;
}
