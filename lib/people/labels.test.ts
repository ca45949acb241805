import { expect, test } from "vitest";
import { peopleHeadline } from "./labels";

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
