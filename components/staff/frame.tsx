"use client";

import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { type ComponentProps, lazy, type ReactNode, useEffect, useState } from "react";
import { makeQueryClient } from "@/lib/http/query-client";
import type { Count } from "@/lib/overview/schema";
import type { Role } from "@/lib/people/schema";
import { categoriesQuery } from "@/lib/pets/categories/client";
import { type Category, learnKinds } from "@/lib/pets/kinds";
import { firstWord, initialsOf } from "@/lib/values/person-name";
import { NewCount, NewLink } from "../overview/new-count";
import { useSignOut } from "../people/session";
import { useLoadOnTouch } from "../ui/later";
import { Link } from "../ui/link";
import { Menu, MenuGroup, MenuItem, MenuLink } from "../ui/menu";
import { barLink, cx } from "../ui/style";

const APPLICATIONS = "/staff/applications";
type StaffPage = { path: string; name: string };

const DAILY_PAGES: readonly StaffPage[] = [
  { path: "/staff", name: "Overview" },
  { path: "/staff/animals", name: "Animals" },
  { path: APPLICATIONS, name: "Applications" },
  { path: "/staff/adoptions", name: "Adoptions" },
];

/** Only for admins. */
const SETTINGS_PAGES: readonly StaffPage[] = [
  { path: "/staff/keys", name: "API keys" },
  { path: "/staff/people", name: "People" },
  { path: "/staff/changes", name: "Changes" },
  { path: "/staff/shelter", name: "Shelter" },
  { path: "/staff/kinds", name: "Kinds" },
  { path: "/staff/mail", name: "Mail" },
];

const ACCOUNT_PAGE: StaffPage = { path: "/staff/account", name: "Your account" };

/** As wide as the window without making the page wider. */
const wholeWidth =
  "[border-image:linear-gradient(var(--color-panel)_calc(100%-1px),var(--color-line)_0)_fill_0/0/0_100vmax]";
/** On a phone, the row sticks to the top, below the message that the browser is offline. */
const staying = "top-0 z-15 max-md:[@media(height>=30rem)]:sticky in-[:has([data-part=offline])]:top-8";

type Props = {
  shelterName: string;
  name: string;
  email: string;
  role: Role;
  newCount: Count;
};

export function StaffHeader({ shelterName, name, email, role, newCount }: Props) {
  const path = usePathname();
  const settings = role === "admin" ? SETTINGS_PAGES : [];
  const here = isHere(path);
  return (
    <div
      data-part="staff-header"
      data-staff
      className={cx("-mt-4 flex items-center gap-1 py-1.5 sm:-mt-7 print:hidden", wholeWidth, staying)}
    >
      <Link href="/" className={cx(barLink, "-ms-3 shrink-0 font-display text-lg font-semibold xl:min-w-0 xl:shrink")}>
        <img src="/favicon.svg" alt="" width="28" height="28" className="shrink-0" />
        <bdi className="max-w-56 truncate max-lg:sr-only xl:max-w-none">{shelterName}</bdi>
      </Link>
      <nav aria-label="Staff" className="me-auto flex min-w-0 items-center gap-0.5 xl:shrink-0">
        <div className="contents max-md:hidden">
          {DAILY_PAGES.map((page) => (
            <Link
              key={page.path}
              className={cx(barLink, "whitespace-nowrap max-lg:px-2")}
              href={page.path}
              aria-current={here(page.path)}
            >
              <PageName page={page} newCount={newCount} />
            </Link>
          ))}
          {settings.length > 0 && (
            <Menu look="bar" align="start" label="Settings" isCurrent={settings.some(({ path }) => here(path))}>
              <Pages pages={settings} here={here} newCount={newCount} />
            </Menu>
          )}
        </div>
        <div className="contents md:hidden">
          <Menu
            look="bar"
            align="start"
            label={
              <>
                <span className="sr-only">Pages, now: </span>
                <span className="truncate font-semibold text-ink">
                  {[...DAILY_PAGES, ...settings, ACCOUNT_PAGE].find((page) => here(page.path))?.name ?? "Menu"}
                </span>
                {here(APPLICATIONS) && <NewCount first={newCount} />}
              </>
            }
          >
            <Pages pages={DAILY_PAGES} here={here} newCount={newCount} />
            {settings.length > 0 && (
              <MenuGroup name="Settings">
                <Pages pages={settings} here={here} newCount={newCount} />
              </MenuGroup>
            )}
          </Menu>
          {!here(APPLICATIONS) && <NewLink first={newCount} />}
        </div>
      </nav>
      <AccountMenu name={name} email={email} />
    </div>
  );
}

const isHere = (path: string) => (page: string) =>
  path === page || (page !== "/staff" && path.startsWith(`${page}/`)) ? "page" : undefined;
type Here = ReturnType<typeof isHere>;

type PagesProps = { pages: readonly StaffPage[]; here: Here } & Pick<Props, "newCount">;

function Pages({ pages, here, newCount }: PagesProps) {
  return pages.map((page) => (
    <MenuLink key={page.path} href={page.path} aria-current={here(page.path)}>
      <PageName page={page} newCount={newCount} />
    </MenuLink>
  ));
}

/** With how many applications are new. */
function PageName({ page: { path, name }, newCount }: { page: StaffPage } & Pick<Props, "newCount">) {
  return (
    <>
      {name}
      {path === APPLICATIONS && <NewCount first={newCount} />}
    </>
  );
}

function AccountMenu({ name, email }: Pick<Props, "name" | "email">) {
  const { signOut, problem } = useSignOut();
  return (
    <>
      <span role="alert" className="text-danger">
        {problem}
      </span>
      <Menu label={<AccountLabel name={name} />} head={`Signed in as ${email}`}>
        <MenuLink href={ACCOUNT_PAGE.path}>{ACCOUNT_PAGE.name}</MenuLink>
        <MenuLink href="/">The site, as visitors see it</MenuLink>
        <MenuItem onSelect={signOut}>Sign out</MenuItem>
      </Menu>
    </>
  );
}

/** The first name if there is room beside the links, otherwise the initials. */
function AccountLabel({ name }: { name: string }) {
  return (
    <>
      <span className="sr-only">
        Account: <bdi>{name}</bdi>
      </span>
      <bdi aria-hidden="true" className="text-sm sm:max-md:hidden lg:hidden">
        {initialsOf(name)}
      </bdi>
      <bdi aria-hidden="true" className="max-w-28 truncate max-sm:hidden md:max-lg:hidden">
        {firstWord(name)}
      </bdi>
    </>
  );
}

// Loaded only where they are shown. Without Suspense, so that the server sends them with the page, and no part of it is
// ready before them.
const SignIn = lazy(async () => ({ default: (await import("../people/sign-in-form")).StaffSignIn }));
const Password = lazy(async () => ({ default: (await import("../people/change-password-form")).FirstPassword }));
export const StaffSignIn = () => <SignIn />;
export const FirstPassword = (props: ComponentProps<typeof Password>) => <Password {...props} />;

/** Follows changes of the kinds, by anybody. */
export function StaffKinds({ kinds }: { kinds: readonly Category[] }) {
  const { data } = useQuery(categoriesQuery(kinds));
  useEffect(() => learnKinds(data), [data]);
  return null;
}

/** Public pages load React Query with the first interaction that needs it. */
export function Providers({ children }: { children: ReactNode }) {
  const [client] = useState(makeQueryClient);
  useLoadOnTouch();
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
