"use client";

import { useRouter } from "next/navigation";
import { SignInForm } from "./sign-in-form";

/** The sign-in of the staff page: afterwards the server renders the desk. */
export function StaffSignIn() {
  const router = useRouter();
  return <SignInForm id="sign-in" title="Sign in" onSignedIn={() => router.refresh()} />;
}
