import type { Metadata } from "next";
import { KeyDesk } from "@/components/keys/key-desk";
import { AdminsOnly } from "../admins-only";

export const metadata: Metadata = { title: "API keys" };

/** The API keys of external callers. */
export default function KeysPage() {
  return (
    <AdminsOnly>
      <KeyDesk />
    </AdminsOnly>
  );
}
