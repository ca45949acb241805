import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { PetDesk } from "@/components/pets/desk/pet-desk";
import { prefetchApplicationCounts } from "@/lib/applications/list-store";
import { toParameters } from "@/lib/http/query-string";
import { currentSession } from "@/lib/people/better-auth";
import { readDeskParams } from "@/lib/pets/desk/params";
import { prefetchDesk } from "@/lib/pets/desk/prefetch";

export const metadata: Metadata = { title: "Animals" };

type Props = { searchParams: Promise<Record<string, string | string[]>> };

export default async function StaffAnimalsPage({ searchParams }: Props) {
  const session = await currentSession();
  // Nothing may be read then: it would be sent although the layout shows another form.
  if (!session || session.mustChangePassword) return null;
  const params = readDeskParams(toParameters(await searchParams));
  const state = await prefetchDesk(params, prefetchApplicationCounts);
  return (
    <HydrationBoundary state={state}>
      <PetDesk />
    </HydrationBoundary>
  );
}
