import type { ReactNode } from "react";
import { currentSession } from "@/lib/people/current-session";

/** Spares other staff a page on which the API would refuse them everything. */
export async function AdminsOnly({ children }: { children: ReactNode }) {
  const session = await currentSession();
  if (session?.role === "admin") return children;
  return <p className="notice">Only admins see this page. Ask one of yours if you need it.</p>;
}
