"use client";

import { useNextPage } from "../ui/focus-heading";
import { rowLink } from "../ui/links";
import { SignInForm } from "./sign-in-form";

/** The sign-in on the staff pages. Afterwards the server renders the page that was asked for. */
export function StaffSignIn() {
  const openPage = useNextPage();
  return (
    <>
      <SignInForm id="sign-in" title="Sign in" onSignedIn={openPage} />
      <p>
        <a className={rowLink} href="/staff/forgot">
          Forgotten your password?
        </a>
      </p>
    </>
  );
}
