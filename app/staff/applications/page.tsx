import type { Metadata } from "next";
import { Inbox } from "@/components/applications/inbox";
import { currentSession } from "@/lib/people/current-session";

export const metadata: Metadata = { title: "Applications" };

/** The applications of people who want to adopt. */
export default async function ApplicationsPage() {
  const session = await currentSession();
  return <Inbox me={session?.personId ?? ""} />;
}
