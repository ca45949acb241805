"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { ApiError } from "@/lib/http/errors";
import { fetchLinkOwner, type LinkOwner, sendChoosePassword, sendSignIn } from "@/lib/sign-in/client";
import { buttonClass } from "../ui/button";
import { Notice, panel, stack } from "../ui/panel";
import { useRequestForm } from "../ui/request-form";
import { cx } from "../ui/style";
import { NewPasswordField, newPasswordRule } from "./change-password-form";
import { RequestForm } from "./request-problem";
import { announceSignIn, saveEmail } from "./session";

type Values = { newPassword: string };

export function LinkedPasswordForm() {
  const link = useLink();
  if (link === undefined) return null;
  return link === "over" ? <LinkOver /> : <ChooseForm {...link} />;
}

type Link = {
  token: string;
  /** Null while the service cannot be reached. */
  owner: LinkOwner | null;
};

/** Returns the link of this page, "over" if it no longer works, and undefined until that is known. */
function useLink(): Link | "over" | undefined {
  const [link, setLink] = useState<Link | "over">();
  useEffect(() => {
    const token = window.location.hash.slice(1);
    if (token === "") setLink("over");
    else
      fetchLinkOwner(token).then(
        (owner) => setLink({ token, owner }),
        (error: unknown) => setLink(isOver(error) ? "over" : { token, owner: null }),
      );
  }, []);
  return link;
}

const isOver = (error: unknown) => error instanceof ApiError && error.status === 404;

function LinkOver() {
  return (
    <Notice role="alert">
      <p>This link no longer works: it was used, it has expired, or there is a newer one.</p>
      <a className={buttonClass()} href="/staff/forgot">
        Get a new link
      </a>
    </Notice>
  );
}

function ChooseForm({ token, owner }: Link) {
  const email = owner?.email ?? "";
  const Rules = z.object({ newPassword: newPasswordRule(email) });
  const form = useForm<Values>({ resolver: zodResolver(Rules), defaultValues: { newPassword: "" } });
  const request = useRequestForm({
    form,
    fields: ["newPassword"],
    send: async ({ newPassword }) => {
      const chosenFor = await sendChoosePassword({ token, newPassword });
      saveEmail(chosenFor);
      // The password is saved, so if this fails, the person can sign in by hand.
      await sendSignIn(chosenFor, newPassword).then(announceSignIn, () => {});
      window.location.replace("/staff");
    },
  });
  if (isOver(request.failure)) return <LinkOver />;
  return (
    <section className={cx(panel, stack, "max-w-narrow")} aria-label="Choose your password">
      <RequestForm
        request={request}
        label="Save password"
        notDone="The password was not saved."
        inDoubt="We do not know whether the password was saved. Try to sign in with it."
      >
        {owner && <Owner {...owner} />}
        <NewPasswordField />
      </RequestForm>
    </section>
  );
}

/** Whose password it is, for people and for password managers. */
function Owner({ email, name }: LinkOwner) {
  return (
    <>
      <p>
        {name && (
          <>
            Hello, <bdi>{name}</bdi>.{" "}
          </>
        )}
        You sign in with <bdi className="block font-semibold wrap-anywhere">{email}</bdi>
      </p>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
    </>
  );
}
