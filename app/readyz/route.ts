import { isReady } from "@/lib/database/health";

export const dynamic = "force-dynamic";

/** The database answers and has all migrations. */
export async function GET(): Promise<Response> {
  const ready = await isReady();
  return Response.json(
    { status: ready ? "ok" : "unavailable" },
    { status: ready ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}
