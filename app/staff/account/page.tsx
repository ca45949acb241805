import type { Metadata } from "next";
import { OwnPassword } from "@/components/people/own-password";
import { currentSession } from "@/lib/people/current-session";
import { MIN_PASSWORD_LENGTH } from "@/lib/people/password";

export const metadata: Metadata = { title: "Your account" };

/** Where a signed-in person sees their e-mail address and role, and changes their password. */
export default async function AccountPage() {
  const session = await currentSession();
  // Without a session, the layout shows the sign-in.
  if (!session) return null;
  const { email, role } = session;
  return (
    <>
      <h1>Your account</h1>
      <p>
        {email}, {role}
      </p>
      <OwnPassword email={email} minLength={MIN_PASSWORD_LENGTH} />
    </>
  );
}
