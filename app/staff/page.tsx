import { redirect } from "next/navigation";
import { currentSession } from "@/lib/people/current-session";

/** Staff start with the animals. Without a session, the layout shows the sign-in form here. */
export default async function StaffPage() {
  const session = await currentSession();
  if (session && !session.mustChangePassword) redirect("/staff/animals");
  return null;
}
