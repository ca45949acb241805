import type { Metadata } from "next";
import { LinkedPasswordForm } from "@/components/people/linked-password-form";

export const metadata: Metadata = { title: "Choose your password", robots: { index: false } };

/** For the links of invitations and of forgotten passwords. Only scripts see the token, after the `#`. */
export default function PasswordPage() {
  return (
    <>
      <h1 data-staff>Choose your password</h1>
      <LinkedPasswordForm />
    </>
  );
}
