import type { Metadata } from "next";
import { ForgottenForm } from "@/components/people/forgotten-form";
import { Notice } from "@/components/ui/panel";
import { isMailOn } from "@/lib/mail/store";

export const metadata: Metadata = { title: "Forgotten password", robots: { index: false } };

export default function ForgotPage() {
  return (
    <>
      <h1 data-staff>Forgotten password</h1>
      {isMailOn() ? (
        <ForgottenForm />
      ) : (
        <Notice>
          <p>
            Ask an admin of the shelter: they can give you a new one-time password under “People”. If you are the only
            admin, run <code>npm run staff -- reset</code> with your e-mail address on the server.
          </p>
          <a href="/staff">Back to signing in</a>
        </Notice>
      )}
    </>
  );
}
