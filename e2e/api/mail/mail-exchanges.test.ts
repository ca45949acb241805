import { test } from "vitest";
import { suiteAdmin } from "../support/admin-suite";

const { record } = suiteAdmin("Ada");

test("without a mail server, the state of the mail says so", async () => {
  await record("mail-off", "GET /v1/mail");
});
