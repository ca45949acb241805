import type { Metadata } from "next";
import { KeyDesk } from "@/components/keys/key-desk";

export const metadata: Metadata = { title: "API keys" };

/** The API keys of external callers. */
export default function KeysPage() {
  return <KeyDesk />;
}
