import { auth } from "@/lib/staff/auth";

/** Of everything that Better Auth can do, what our pages use; the rest does not exist. */
const PATHS = new Set(["sign-in/email", "sign-out", "change-password"].map((path) => `/api/auth/${path}`));

export async function POST(request: Request): Promise<Response> {
  if (PATHS.has(new URL(request.url).pathname)) return auth().handler(request);
  return Response.json({ message: "Not found" }, { status: 404 });
}
