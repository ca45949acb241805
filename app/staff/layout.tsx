import type { Metadata } from "next";
import type { ReactNode } from "react";
import { MailOnProvider } from "@/components/mail/mail-on";
import { FirstPassword } from "@/components/people/first-password";
import { OnlineRouter } from "@/components/people/online-router";
import { SessionWatch } from "@/components/people/session-watch";
import { SignedIn } from "@/components/people/signed-in";
import { StaffSignIn } from "@/components/people/staff-sign-in";
import { StaffHeader } from "@/components/staff/staff-header";
import { Notice } from "@/components/ui/style/panel";
import { isMailOn } from "@/lib/mail/store";
import { countNewApplications } from "@/lib/overview/current-store";
import { currentSession } from "@/lib/people/current-session";
import { MIN_PASSWORD_LENGTH } from "@/lib/people/password";
import { recallShelter } from "@/lib/shelter/store";
import { Providers } from "../providers";
import { titleTemplate } from "../title";

export async function generateMetadata(): Promise<Metadata> {
  return { title: { default: "Staff", template: await titleTemplate() }, robots: { index: false } };
}

/** The frame of all staff pages. `/v1` checks permissions, not these pages. */
export default function StaffLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <Gate>{children}</Gate>
    </Providers>
  );
}

/** The pages for signed-in staff; the sign-in form for everybody else. */
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
  if (session.mustChangePassword) {
    return <FirstPassword email={session.email} minLength={MIN_PASSWORD_LENGTH} />;
  }
  const [{ name }, newCount] = await Promise.all([recallShelter(), countNewApplications()]);
  return (
    <SignedIn key={session.personId} person={session.personId} site={name}>
      <OnlineRouter>
        <SessionWatch email={session.email} />
        <StaffHeader
          shelterName={name}
          name={session.name}
          email={session.email}
          role={session.role}
          newCount={newCount}
        />
        <MailOnProvider isMailOn={isMailOn()}>{children}</MailOnProvider>
      </OnlineRouter>
    </SignedIn>
  );
}
