"use client";

import { useRouter } from "next/navigation";
import { SignInForm } from "./sign-in-form";

/** The sign-in on the staff pages. Afterwards the server renders the page that was asked for. */
export function StaffSignIn() {
  const router = useRouter();
  return <SignInForm id="sign-in" title="Sign in" onSignedIn={() => router.refresh()} />;
}
