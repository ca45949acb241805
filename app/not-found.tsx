import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/panel";

export const metadata: Metadata = { title: "Page not found" };

/** Shown for an unknown address. */
export default function NotFound() {
  return (
    <Notice>
      <h1>Page not found</h1>
      <p>The address may be wrong, or the page no longer exists.</p>
      <ButtonLink href="/">See the animals</ButtonLink>
    </Notice>
  );
}
