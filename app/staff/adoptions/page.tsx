import type { Metadata } from "next";
import { Adoptions } from "@/components/orders/adoptions";

export const metadata: Metadata = { title: "Adoptions" };

/** Adoptions that are open, completed or returned. */
export default function AdoptionsPage() {
  return <Adoptions />;
}
