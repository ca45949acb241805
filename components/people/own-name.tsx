"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { sendChangeOwnName } from "@/lib/people/calls";
import { cx } from "../ui/style/cx";
import { panel, stack } from "../ui/style/panel";
import { showToast } from "../ui/toasts/show-toast";
import { NameForm } from "./name-form";
import { usePersonId } from "./signed-in";

/** Lets a person change their own name. */
export function OwnName({ name }: { name: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const send = async (wanted: string) => {
    await sendChangeOwnName(wanted);
    showToast({ text: "Your name was changed.", about: "own-name" });
    // The name appears in lists and histories everywhere.
    void client.invalidateQueries();
    router.refresh();
  };
  return (
    <section className={cx(panel, stack)} aria-labelledby="own-name-heading">
      <h2 id="own-name-heading">Your name</h2>
      <NameForm
        person={usePersonId()}
        name={name}
        hint="Your colleagues see it beside what you do. Applicants do not."
        autoComplete="name"
        send={send}
      />
    </section>
  );
}
