import type { Metadata } from "next";
import { OwnName, OwnPassword, OwnSessions, OwnShortcuts } from "@/components/people/own-account";
import { PageHead } from "@/components/ui/page-head";
import { currentSession } from "@/lib/people/better-auth";
import { listSessions } from "@/lib/people/session-store";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const session = await currentSession();
  // Without a session, the layout shows the sign-in form.
  if (!session) return null;
  const { id, personId, email, name, role } = session;
  return (
    <>
      <PageHead title="Your account" about={`${email}, ${role}`} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-2">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <OwnName name={name} />
          <OwnPassword email={email} />
          <OwnShortcuts />
        </div>
        <OwnSessions sessions={await listSessions(personId, id)} />
      </div>
    </>
  );
}
