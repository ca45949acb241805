import type { Metadata } from "next";
import { Adoptions } from "@/components/orders/adoptions";

export const metadata: Metadata = { title: "Adoptions" };

export default function AdoptionsPage() {
  return <Adoptions />;
}
