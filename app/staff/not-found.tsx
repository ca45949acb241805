import { ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/panel";

export default function StaffNotFound() {
  return (
    <Notice>
      <h1>Page not found</h1>
      <p>The link may be wrong, or the page no longer exists.</p>
      <ButtonLink href="/staff">To the overview</ButtonLink>
    </Notice>
  );
}
