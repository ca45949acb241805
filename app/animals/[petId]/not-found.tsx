import { ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/panel";

/** Shown for an animal that is not there, or no longer. */
export default function PetNotFound() {
  return (
    <Notice>
      <h1>This animal is not here</h1>
      <p>Its page was removed, or the address is wrong. Many others are waiting for a home.</p>
      <ButtonLink href="/">See available animals</ButtonLink>
    </Notice>
  );
}
