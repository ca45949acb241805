"use client";

import { useNextPage } from "../ui/navigation/focus-heading";
import { rowLink } from "../ui/style/links";
import { SignInForm } from "./sign-in-form";

/** The sign-in on the staff pages. Afterwards the server renders the requested page. */
export function StaffSignIn() {
  const openPage = useNextPage();
  return (
    <div data-staff className="mx-auto grid w-full max-w-narrow gap-3 sm:pt-8">
      <SignInForm id="sign-in" heading="h1" title="Staff sign-in" onSignedIn={openPage} />
      <p className="text-center">
        <a className={rowLink} href="/staff/forgot">
          Forgot your password?
        </a>
      </p>
    </div>
  );
}
