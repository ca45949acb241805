import type { Metadata } from "next";
import { Overview } from "@/components/overview/overview";
import { currentSession } from "@/lib/people/better-auth";

/** Without a session, the page has the sign-in form. */
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await currentSession()) ? "Overview" : "Staff sign-in" };
}

export default async function StaffPage() {
  const session = await currentSession();
  return (
    <>
      <h1>Overview</h1>
      <Overview me={session?.personId ?? ""} />
    </>
  );
}
