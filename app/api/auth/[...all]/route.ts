import { openExchange, respondError } from "@/lib/api/respond";
import { fromRequest, type Incoming, toResponse } from "@/lib/http/message";
import { requireOwnPage } from "@/lib/sign-in/own-page";
import { askForLink, changePassword, choosePassword, readLinkOwner } from "@/lib/sign-in/passwords";
import { signIn, signOut, signOutElsewhere } from "@/lib/sign-in/sign-in";

/** Every other path is 404, even if Better Auth has it. */
const ACTIONS = new Map<string, (request: Request, incoming: Incoming) => Promise<Response>>([
  ["/api/auth/sign-in/email", signIn],
  ["/api/auth/sign-out", signOut],
  ["/api/auth/change-password", changePassword],
  ["/api/auth/forgotten-password", askForLink],
  ["/api/auth/password-link", readLinkOwner],
  ["/api/auth/linked-password", choosePassword],
  ["/api/auth/sign-out-elsewhere", signOutElsewhere],
]);

export async function POST(request: Request): Promise<Response> {
  const incoming = fromRequest(request);
  const action = ACTIONS.get(incoming.path);
  if (!action) return Response.json({ message: "Not found" }, { status: 404 });
  try {
    requireOwnPage(incoming);
    return await action(request, incoming);
  } catch (error) {
    return toResponse(respondError(openExchange(incoming), error));
  }
}
