import { expect, test } from "vitest";
import { parseSmtpUrl } from "../values/urls";
import { connectionOptions } from "./smtp";

const optionsOf = (url: string) => {
  const server = parseSmtpUrl(url);
  if (!server) throw new Error(`${url} is not valid`);
  return connectionOptions(server);
};

test.each([
  ["smtp://shelter:secret@mail.example", { secure: false, requireTLS: true, forceAuth: true, port: 587 }],
  ["smtp://shelter:secret@127.0.0.1.example", { secure: false, requireTLS: true, forceAuth: true }],
  ["smtps://shelter:secret@mail.example", { secure: true, requireTLS: false, forceAuth: true, port: 465 }],
  ["smtp://shelter:secret@127.0.0.1:25", { secure: false, requireTLS: false, forceAuth: true, port: 25 }],
  ["smtp://shelter:secret@[::1]", { secure: false, requireTLS: false, host: "::1" }],
  ["smtp://mail.example", { secure: false, requireTLS: true, port: 587 }],
  ["smtp://mail.example?tls=off", { secure: false, requireTLS: false, port: 587 }],
  ["smtp://localhost:25", { secure: false, requireTLS: false }],
])("with %s, mail is sent in plain text only to this machine, or if that is asked for", (url, expected) => {
  expect(optionsOf(url)).toMatchObject(expected);
});

test("mail can neither read files nor request URLs", () => {
  expect(optionsOf("smtp://mail.example")).toMatchObject({ disableFileAccess: true, disableUrlAccess: true });
});
