import type { Metadata } from "next";
import { KeyPage } from "@/components/keys/key-page";
import { AdminsOnly } from "../../admins-only";

export const metadata: Metadata = { title: "API key" };

/** One API key: its current limits, its use and its bans. */
export default async function OneKeyPage({ params }: { params: Promise<{ keyId: string }> }) {
  const { keyId } = await params;
  return (
    <AdminsOnly>
      <KeyPage id={decodeURIComponent(keyId)} />
    </AdminsOnly>
  );
}
