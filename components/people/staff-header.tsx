"use client";

import { usePathname, useRouter } from "next/navigation";
import { useState } from "react";
import type { Role } from "@/lib/people/schema";
import { signOut } from "@/lib/sign-in/client";
import { cx } from "../ui/cx";
import { Link } from "../ui/link";
import { barLink } from "../ui/links";
import { Menu, MenuItem, MenuLink } from "../ui/menu";

const PAGES: readonly { path: string; name: string; role: Role }[] = [
  { path: "/staff/animals", name: "Animals", role: "staff" },
  { path: "/staff/keys", name: "API keys", role: "admin" },
  { path: "/staff/people", name: "People", role: "admin" },
  { path: "/staff/audit", name: "Changes", role: "admin" },
];

/** The pages of staff, and a menu with who is signed in, their account and the way out. One row, also on a phone. */
export function StaffHeader({ email, role }: { email: string; role: Role }) {
  const path = usePathname();
  const pages = PAGES.filter((page) => role === "admin" || page.role === role);
  return (
    <div className="flex items-center gap-2 border-b border-line pb-3 print:hidden">
      <nav aria-label="Staff" className="-ms-2 me-auto flex gap-0.5 overflow-x-auto p-1 sm:-ms-3 sm:gap-1">
        {pages.map((page) => {
          return (
            <Link
              key={page.path}
              className={cx(barLink, "whitespace-nowrap max-sm:px-2 max-sm:text-sm")}
              href={page.path}
              aria-current={path.startsWith(page.path) ? "page" : undefined}
            >
              {page.name}
            </Link>
          );
        })}
      </nav>
      <AccountMenu email={email} />
    </div>
  );
}

function AccountMenu({ email }: { email: string }) {
  const router = useRouter();
  const [problem, setProblem] = useState<string | null>(null);
  const leave = async () => {
    const refused = await signOut();
    setProblem(refused);
    if (refused === null) router.refresh();
  };
  return (
    <>
      <span role="alert" className="text-danger">
        {problem}
      </span>
      <Menu label={<AccountLabel />} head={`Signed in as ${email}`}>
        <MenuLink href="/staff/account">Your account</MenuLink>
        <MenuItem onSelect={leave}>Sign out</MenuItem>
      </Menu>
    </>
  );
}

/** A word where there is room for it, else a drawn person. */
function AccountLabel() {
  return (
    <>
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 fill-none stroke-current stroke-2 sm:hidden">
        <circle cx="10" cy="6.5" r="3.5" />
        <path d="M3 18c0-4 3-6 7-6s7 2 7 6" />
      </svg>
      <span className="max-sm:sr-only">Account</span>
    </>
  );
}
