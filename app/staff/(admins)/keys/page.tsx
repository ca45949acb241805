import type { Metadata } from "next";
import { KeyDesk } from "@/components/keys/key-desk";

export const metadata: Metadata = { title: "API keys" };

export default function KeysPage() {
  return <KeyDesk />;
}
