import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { ChangePasswordForm } from "@/components/change-password-form";
import { StaffDesk } from "@/components/staff-desk";
import { StaffSignIn } from "@/components/staff-sign-in";
import { readPetsParams, type SearchParams } from "@/lib/pets/page-params";
import { prefetchPets } from "@/lib/pets/prefetch";
import { MIN_PASSWORD_LENGTH } from "@/lib/staff/auth";
import { readSession } from "@/lib/staff/session";

export const metadata: Metadata = { title: "Staff", robots: { index: false } };

/** Staff sign in and work here. What they may do is decided in `/v1`, not on this page. */
export default async function StaffPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await readSession(await headers());
  if (!session) {
    return (
      <>
        <h1>Staff</h1>
        <StaffSignIn />
        <noscript>
          <p className="notice">Signing in needs JavaScript.</p>
        </noscript>
      </>
    );
  }
  if (session.mustChangePassword) return <ChangePasswordForm minLength={MIN_PASSWORD_LENGTH} />;
  const { state, problem } = await prefetchPets(readPetsParams(await searchParams));
  return (
    <HydrationBoundary state={state}>
      <h1>Staff</h1>
      <StaffDesk email={session.email} problem={problem} />
    </HydrationBoundary>
  );
}
