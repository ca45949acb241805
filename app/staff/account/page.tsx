import type { Metadata } from "next";
import { OwnPassword } from "@/components/people/own-password";
import { currentSession } from "@/lib/people/current-session";
import { MIN_PASSWORD_LENGTH } from "@/lib/people/password";

export const metadata: Metadata = { title: "Your account" };

/** What everybody who is signed in may see and change of their own account. */
export default async function AccountPage() {
  const session = await currentSession();
  // The layout asks people to sign in.
  if (!session) return null;
  const { email, role } = session;
  return (
    <>
      <h1>Your account</h1>
      <p>
        {email}, {role === "admin" ? "admin" : "staff"}
      </p>
      <OwnPassword email={email} minLength={MIN_PASSWORD_LENGTH} />
    </>
  );
}
