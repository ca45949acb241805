import { beforeEach, expect, test } from "vitest";
import { setClock } from "../../process/clock";
import { orderOf, readAge, readDate } from "./dates";

beforeEach(() => setClock(() => Date.parse("2026-11-29T12:00:00Z")));

test.each([
  ["2019-08-15", "2019-08-15|2019/8/15|2019.08.15|20190815|2019-08-15Z|43692|43692.75"],
  ["2019-08-15", "2019-08-15T00:00:00.000Z|2019-08-15 00:00:00|08/15/2019 12:00:00 AM"],
  ["2019-08-15", "15-08-2019|08-15-2019|15.8.2019|8/15/19|15.08.19"],
  ["2019-08-15", "15-Aug-2019|15-Aug-19|Aug 15, 2019|Thu, Aug 15th, 2019|15 August 2019"],
  ["2019-08-15", "Aug 15 (2019)|08/15/2019 (5 years)"],
  ["2019-08-05", "5.8.2019"],
  ["1987-08-15", "15.08.87"],
  ["2019-05-05", "05/05/2019"],
  ["2019-08", "August 2019|Aug-19|08/2019|2019-08|~Aug 2019|Aug 2019 (est)"],
  ["2019", "2019|ca. 2019|Est. 2019"],
  [null, "03/04/2020|02/30/2020|15 Foo 2019|10-Mar|2|Adult|00/00/0000"],
])("as %s, dates are understood: %s", (date, texts) => {
  for (const text of texts.split("|")) expect([text, readDate(text, null)]).toEqual([text, date]);
});

test("the order of a column is the one that its values prove", () => {
  const us = orderOf(["03/04/2020", "08/15/2019", "2019-01-01"]);
  expect(us).toEqual({ order: "month first", example: "03/04/2020" });
  expect(readDate("03/04/2020", us.order)).toBe("2020-03-04");
  expect(orderOf(["15/8/19", "3/4/20 09:15"]).order).toBe("day first");
  expect(readDate("3/4/20 09:15", "day first")).toBe("2020-04-03");
});

test("an order is asked for if nothing or too much proves one, and a date needs it", () => {
  expect(orderOf(["03/04/2020", "05/05/2020"])).toEqual({ order: null, example: "03/04/2020" });
  expect(orderOf(["03/04/2020", "15/04/2020", "04/15/2020"])).toEqual({ order: null, example: "03/04/2020" });
  expect(orderOf(["15/04/2020", "04/15/2020", "3.4.2020"])).toEqual({ order: null, example: null });
});

test.each([
  ["2024-08", "Age: 2Y 3M|2 years 3 months|2 years, 3 months|2y 3m|2y3m|2yrs 3mos|2 years and 3 months"],
  ["2024", "2|2 yo|2 years|2 yr.|about 2 years|2-3 years|2 - 3 yrs"],
  ["2026", "0 years"],
  ["2016", "10+ years"],
  ["2025-05", "1.5 years|1,5 years|1 1/2 years|1½ years"],
  ["2026-05", "6 months|6 mo.|6 mos."],
  ["2026-09-20", "10 wks|10 weeks old"],
  ["2026-11-25", "4 days"],
  ["2019-11-29", "7Y/ 0M/ 0D"],
  [null, "-1 years|Adult|3 weeks ago|300 years|12/15/2019"],
])("as %s, ages are understood: %s", (bornOn, texts) => {
  for (const text of texts.split("|")) expect([text, readAge(text, "2026-11-29")]).toEqual([text, bornOn]);
});

test("an age is counted back from its day, and a bare number has the unit of its column", () => {
  expect(readAge("4 weeks", "2025-03-02")).toBe("2025-02-02");
  expect(readAge("1 month", "2026-03-31")).toBe("2026-02");
  expect(readAge("27", "2026-11-29", "months")).toBe("2024-08");
});
