import { addPet } from "../support/calls";
import { expect, signIn, test } from "../support/service";

// Every test fails when a page that it opens has no strict policy, or violates it. The headers are tested in server/pages.

test("an injected script does not run, neither on a cached page nor on one of its own", async ({
  page,
  context,
  service,
}) => {
  const path = `/animals/${await addPet(service, "Guarded")}`;
  await signIn(page, service, "/staff/account");
  for (const isSignedIn of [true, false]) {
    if (!isSignedIn) await context.clearCookies();
    // Not the fixture's page, which fails on violations.
    const attacked = await context.newPage();
    const response = await attacked.goto(path, { waitUntil: "networkidle" });
    expect(/'nonce-/.test(response?.headers()["content-security-policy"] ?? "")).toBe(isSignedIn);
    const violation = attacked.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
            resolve(`${effectiveDirective} ${blockedURI}`),
          );
          const script = document.createElement("script");
          script.textContent = "window.evil = 1";
          document.body.append(script);
        }),
    );
    expect(await violation).toBe("script-src-elem inline");
    expect(await attacked.evaluate(() => "evil" in window)).toBe(false);
  }
});
