import type { Metadata } from "next";
import { ApplicationPage } from "@/components/applications/page/application-page";
import { currentSession } from "@/lib/people/better-auth";
import { readShelter } from "@/lib/shelter/store";

export const metadata: Metadata = { title: "Application" };

/** The data comes from the API, which checks permissions. */
export default async function OneApplicationPage({ params }: { params: Promise<{ applicationId: string }> }) {
  const { applicationId } = await params;
  const [session, shelter] = await Promise.all([currentSession(), readShelter()]);
  return <ApplicationPage id={applicationId} isAdmin={session?.role === "admin"} shelter={shelter} />;
}
