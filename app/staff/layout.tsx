import "./staff.css";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { SessionWatch } from "@/components/people/session-watch";
import { SignedIn } from "@/components/people/signed-in";
import { FirstPassword, Providers, StaffHeader, StaffKinds, StaffSignIn } from "@/components/staff/frame";
import { Notice } from "@/components/ui/panel";
import { skipLink } from "@/components/ui/style";
import { isMailOn } from "@/lib/mail/store";
import { countNewApplications } from "@/lib/overview/store";
import { currentSession } from "@/lib/people/better-auth";
import { knownKinds } from "@/lib/pets/kinds";
import { recallShelter } from "@/lib/shelter/store";
import { titleTemplate } from "../../lib/shelter/store";

export async function generateMetadata(): Promise<Metadata> {
  return { title: { default: "Staff", template: await titleTemplate() }, robots: { index: false } };
}

/** `/v1` checks permissions, not these pages. */
export default function StaffLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <Gate>{children}</Gate>
    </Providers>
  );
}

async function Gate({ children }: { children: ReactNode }) {
  const session = await currentSession();
  if (!session) {
    return (
      <>
        <StaffSignIn />
        <noscript>
          <Notice>Signing in needs JavaScript.</Notice>
        </noscript>
      </>
    );
  }
  if (session.mustChangePassword) return <FirstPassword email={session.email} />;
  const [{ name }, newCount] = await Promise.all([recallShelter(), countNewApplications()]);
  return (
    <SignedIn key={session.personId} person={session.personId} site={name} isMailOn={isMailOn()}>
      <StaffKinds kinds={knownKinds()} />
      <SessionWatch email={session.email} />
      <a className={skipLink} href="#content">
        Skip to the content
      </a>
      <StaffHeader
        shelterName={name}
        name={session.name}
        email={session.email}
        role={session.role}
        newCount={newCount}
      />
      <section id="content" tabIndex={-1} className="absolute" />
      {children}
    </SignedIn>
  );
}
