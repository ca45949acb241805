import type { Metadata } from "next";
import { KeyPage } from "@/components/keys/key-page";

export const metadata: Metadata = { title: "API key" };

export default async function OneKeyPage({ params }: { params: Promise<{ keyId: string }> }) {
  const { keyId } = await params;
  return <KeyPage id={decodeURIComponent(keyId)} />;
}
