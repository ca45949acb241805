import * as z from "zod/mini";
import { Confirmation } from "../../adoptions/consequences";
import { STATUS_BY_CODE } from "../../http/errors";
import { keysOf } from "../../values/objects";
import { ERROR_CODES } from "../error-codes";
import { named } from "../named";

/** Without the further members of some codes. */
export const ErrorBody = z.object({
  code: z.enum(keysOf(STATUS_BY_CODE)),
  message: z.string().check(z.minLength(1)),
  status: z.int().check(z.gte(400), z.lte(599)),
});

const codes = Object.entries(ERROR_CODES).map(([code, { when }]) => `- \`${code}\`: ${when}`);

named(ErrorBody, "Error", ["Why a request was refused.", ...codes].join("\n"), {
  code: "What went wrong, for programs. Codes never change their meaning, but new ones may be added.",
  message: "What went wrong, for people. It may change.",
  status: "The HTTP status of the answer.",
});

export const ConfirmationBody = z.object({
  code: z.literal("confirmation_required"),
  message: ErrorBody.shape.message,
  status: z.literal(STATUS_BY_CODE.confirmation_required),
  ...Confirmation.shape,
});

named(ConfirmationBody, "ConfirmationRequired", "What a command would do to applications and open adoptions.", {
  code: "Always the same.",
  message: "What it would do, for people.",
  status: "The HTTP status of the answer.",
  consequences: "What happens beside what was asked for.",
  confirm: "Send the same request again with this value as `Confirm` to accept exactly these consequences.",
});

/** Of every list that is paged by its `Link` header. */
export const PAGING = {
  limit: "How many entries a page has at most.",
  cursor:
    "Where the page begins: part of the URLs in the `Link` header, never made by hand. It stays valid forever, also with another `limit` or filter. With another `sort` it gets 400.",
};
