import type { Metadata } from "next";
import { Overview } from "@/components/overview/overview";
import { currentSession } from "@/lib/people/better-auth";

/** Names the page. Without a session, it has the sign-in form. */
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await currentSession()) ? "Overview" : "Staff sign-in" };
}

/** The first page for staff: what there is to do, and how the shelter is doing. */
export default async function StaffPage() {
  const session = await currentSession();
  return (
    <>
      <h1>Overview</h1>
      <Overview me={session?.personId ?? ""} />
    </>
  );
}
