"use client";

import Link from "next/link";
import { usePathname, useRouter } from "next/navigation";
import { useState } from "react";
import type { Role } from "@/lib/people/schema";
import { signOut } from "@/lib/sign-in/client";

const PAGES: readonly { path: string; name: string; role: Role }[] = [
  { path: "/staff", name: "Animals", role: "staff" },
  { path: "/staff/keys", name: "API keys", role: "admin" },
  { path: "/staff/people", name: "People", role: "admin" },
  { path: "/staff/audit", name: "Changes", role: "admin" },
];

/** Shows who is signed in, with links to their account and, for admins, to the admin pages. */
export function StaffHeader({ email, role }: { email: string; role: Role }) {
  const path = usePathname();
  return (
    <div className="staff-header">
      <SignedInAs email={email} />
      {role === "admin" && (
        <nav aria-label="Staff" className="tabs">
          {PAGES.map((page) => {
            const isHere = page.path === "/staff" ? path === page.path : path.startsWith(page.path);
            return (
              <Link key={page.path} href={page.path} prefetch={false} aria-current={isHere ? "page" : undefined}>
                {page.name}
              </Link>
            );
          })}
        </nav>
      )}
    </div>
  );
}

function SignedInAs({ email }: { email: string }) {
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const leave = async () => {
    const refused = await signOut();
    setProblem(refused);
    if (refused === null) router.refresh();
  };
  return (
    <p className="signed-in">
      <span>Signed in as {email}</span>
      <Link className="row-link" href="/staff/account" prefetch={false}>
        Your account
      </Link>
      <button className="button quiet" type="button" onClick={leave}>
        Sign out
      </button>
      <span role="alert">{problem}</span>
    </p>
  );
}
