import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { Notice } from "@/components/ui/panel";
import { currentSession } from "@/lib/people/better-auth";

/** Shows these pages only to admins. For other staff, the API would refuse all of their requests. */
export default async function AdminsLayout({ children }: { children: ReactNode }) {
  const session = await currentSession();
  if (session?.role === "admin") return children;
  return (
    <Notice>
      <h1>Only for admins</h1>
      <p>Only admins can see this page. Ask an admin if you need something here.</p>
      <ButtonLink href="/staff">To the overview</ButtonLink>
    </Notice>
  );
}
