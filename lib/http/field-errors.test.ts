import { describe, expect, test } from "vitest";
import { ApiError } from "./errors";
import { refusedField } from "./field-errors";

const FIELDS = ["name", "email"] as const;
const TAKEN = new ApiError("conflict", "There is already a person with the e-mail address a@b.example");

describe("the field of a refusal", () => {
  test("begins the message of a 400", () => {
    const refused = (message: string) => refusedField(new ApiError("bad_request", message), FIELDS);
    expect(refused("email must be an e-mail address")).toEqual({
      field: "email",
      message: "It must be an e-mail address.",
    });
    expect(refused("name is required")).toEqual({ field: "name", message: "This is required." });
    expect(refused("role must be staff or admin")).toBeNull();
  });

  test("is the one that the form names for a conflict, if it names one", () => {
    const message = "There is already a person with the e-mail address a@b.example.";
    expect(refusedField(TAKEN, FIELDS, "email")).toEqual({ field: "email", message });
    expect(refusedField(TAKEN, FIELDS)).toBeNull();
    expect(refusedField(new ApiError("forbidden", "No"), FIELDS, "email")).toBeNull();
    expect(refusedField(new Error("email"), FIELDS, "email")).toBeNull();
  });
});
