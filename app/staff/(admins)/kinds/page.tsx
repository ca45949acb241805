import type { Metadata } from "next";
import { KindsDesk } from "@/components/pets/kinds-desk";

export const metadata: Metadata = { title: "Kinds" };

export default function KindsPage() {
  return <KindsDesk />;
}
