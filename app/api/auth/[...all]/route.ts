import { auth } from "@/lib/staff/auth";

/** Of everything that Better Auth can do, what our pages use; the rest does not exist. */
const PATHS = new Set(["sign-in/email", "sign-out", "change-password"].map((path) => `/api/auth/${path}`));

export async function POST(request: Request): Promise<Response> {
  if (!PATHS.has(new URL(request.url).pathname)) return Response.json({ message: "Not found" }, { status: 404 });
  const answer = await auth().handler(request);
  // Its body repeats the session's token, which is for the cookie alone: scripts have no use for it.
  return answer.ok ? new Response("{}", { headers: answer.headers }) : answer;
}
