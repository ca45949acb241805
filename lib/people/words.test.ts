import { expect, test } from "vitest";
import { deviceWords, peopleHeadline } from "./words";

test("peopleHeadline counts people, enabled admins and the invited, and says when the list is cut", () => {
  const admin = { role: "admin", disabled: false, invited: false } as const;
  const staff = { role: "staff", disabled: false, invited: false } as const;
  expect(peopleHeadline([admin])).toBe("1 person, 1 admin");
  expect(peopleHeadline([admin, { ...admin, disabled: true }, staff])).toBe("3 people, 1 admin");
  const invited = { ...admin, invited: true };
  expect(peopleHeadline([admin, staff, invited])).toBe("2 people, 1 admin, 1 invited");
  // A withdrawn invitation counts as nobody.
  expect(peopleHeadline([admin, { ...invited, disabled: true }])).toBe("1 person, 1 admin");
  expect(peopleHeadline(Array(1_000).fill(staff))).toBe("The first 1,000 people by e-mail address, 0 admins");
});

test.each([
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36",
    "Chrome on Linux",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Safari/604.1",
    "Safari on iPhone",
  ],
  ["Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0", "Firefox on Android"],
  ["curl/8.5", "An unknown device"],
  [null, "An unknown device"],
])("%s", (userAgent, words) => {
  expect(deviceWords(userAgent)).toBe(words);
});
