import type { Metadata } from "next";
import { ChangesDesk } from "@/components/audit/changes-desk";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/page-head";

const Place = ({ href, children }: { href: string; children: string }) => (
  <Link className="text-accent underline underline-offset-2" href={href}>
    {children}
  </Link>
);

export const metadata: Metadata = { title: "Changes" };

export default function ChangesPage() {
  return (
    <>
      <PageHead
        title="Changes"
        about={
          <>
            Who changed what. Each row of <Place href="/staff/animals">the animals</Place> has a history of its own.
            Animals that were removed can be <Place href="/staff/animals/removed">restored</Place>.
          </>
        }
      />
      <ChangesDesk />
    </>
  );
}
