import type { Metadata } from "next";
import { KeyPage } from "@/components/keys/key-page";

export const metadata: Metadata = { title: "API key" };

/** One API key: its current limits, its use and its bans. */
export default async function OneKeyPage({ params }: { params: Promise<{ keyId: string }> }) {
  const { keyId } = await params;
  return <KeyPage id={decodeURIComponent(keyId)} />;
}
