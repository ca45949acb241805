import { expect, test } from "vitest";
import { verifyBrowserToken } from "@/lib/api/browser-token";
import { db } from "@/lib/database/client";
import { addStaff, suiteSignIn } from "../support/sign-in-suite";

const { newBrowser } = suiteSignIn();

const VISITOR = ["pets:read", "applications:create"];
const STAFF = [
  ...["pets:read", "pets:write", "orders:read", "orders:write"],
  ...["applications:create", "applications:read", "applications:write"],
];

// The lists are written out here, because every other test takes them from the service.
test.each([
  ["a visitor", null, false, VISITOR],
  ["a person with a one-time password", "admin", true, VISITOR],
  ["staff", "staff", false, STAFF],
  ["an admin", "admin", false, [...STAFF, "admin"]],
] as const)("GET /browser-token: the token of %s has these scopes and no others", async (_, role, oneTime, scopes) => {
  const browser = newBrowser();
  if (role) {
    const { id, email, password } = await addStaff(oneTime);
    await db().user.update({ where: { id }, data: { role } });
    expect((await browser.signIn(email, password)).status).toBe(200);
  }
  expect(verifyBrowserToken(await browser.token())?.scopes).toEqual(scopes);
});

test("a browser token whose last character stands for the same bits is not the same token", async () => {
  const token = await newBrowser().token();
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = letters.indexOf(token.slice(-1));
  // 43 letters hold 258 bits, and a signature has 256.
  const same = token.slice(0, -1) + letters[last ^ 1];
  expect(Buffer.from(same.split(".")[1] ?? "", "base64url")).toEqual(
    Buffer.from(token.split(".")[1] ?? "", "base64url"),
  );
  expect(verifyBrowserToken(token)).not.toBeNull();
  expect(verifyBrowserToken(same)).toBeNull();
});
