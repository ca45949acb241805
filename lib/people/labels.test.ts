import { expect, test } from "vitest";
import { peopleHeadline } from "./labels";

test("peopleHeadline counts people and enabled admins, and says when the list is cut", () => {
  const admin = { role: "admin", disabled: false } as const;
  const staff = { role: "staff", disabled: false } as const;
  expect(peopleHeadline([admin])).toBe("1 person, 1 admin");
  expect(peopleHeadline([admin, { ...admin, disabled: true }, staff])).toBe("3 people, 1 admin");
  expect(peopleHeadline(Array(1_000).fill(staff))).toBe("The first 1,000 people by e-mail address, 0 admins");
});
