import type { Metadata } from "next";
import { Overview } from "@/components/overview/overview";
import { currentSession } from "@/lib/people/current-session";

/** Without a session, this is the page on which staff sign in. */
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await currentSession()) ? "Overview" : "Staff sign-in" };
}

/** Where staff begin: what there is to do, and how it goes. */
export default function StaffPage() {
  return (
    <>
      <h1>Overview</h1>
      <Overview />
    </>
  );
}
