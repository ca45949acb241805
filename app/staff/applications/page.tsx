import type { Metadata } from "next";
import { Inbox } from "@/components/applications/inbox/inbox";
import { currentSession } from "@/lib/people/better-auth";
import { readShelter } from "@/lib/shelter/store";

export const metadata: Metadata = { title: "Applications" };

export default async function ApplicationsPage() {
  const [session, { replyDays }] = await Promise.all([currentSession(), readShelter()]);
  return <Inbox me={session?.personId ?? ""} replyDays={replyDays} />;
}
