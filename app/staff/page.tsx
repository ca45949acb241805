import type { Metadata } from "next";
import { Overview } from "@/components/overview/overview";

export const metadata: Metadata = { title: "Overview" };

/** Where staff begin: what there is to do, and how it goes. */
export default function StaffPage() {
  return (
    <>
      <h1>Overview</h1>
      <Overview />
    </>
  );
}
