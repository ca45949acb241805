import type { Metadata } from "next";
import { Inbox } from "@/components/applications/inbox/inbox";
import { readShelter } from "@/lib/shelter/store";

export const metadata: Metadata = { title: "Applications" };

export default async function ApplicationsPage() {
  return <Inbox replyDays={(await readShelter()).replyDays} />;
}
