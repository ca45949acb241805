import type { Metadata } from "next";
import { LinkedPasswordForm } from "@/components/people/linked-password-form";
import { MIN_PASSWORD_LENGTH } from "@/lib/people/password";

export const metadata: Metadata = { title: "Choose your password", robots: { index: false } };

/** Where the links of invitations and of forgotten passwords lead. The token is behind the `#`: only scripts see it. */
export default function PasswordPage() {
  return (
    <>
      <h1>Choose your password</h1>
      <LinkedPasswordForm minLength={MIN_PASSWORD_LENGTH} />
    </>
  );
}
