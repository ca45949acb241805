import * as z from "zod/mini";
import { STATUS_BY_CODE } from "../../http/errors";
import { CaredPets } from "../../pets/care/schema";
import { NewPet, Pet, PetParams, Status } from "../../pets/schema";
import { keysOf } from "../../values/objects";
import { ERROR_CODES } from "../error-codes";
import { described, named } from "../named";

/** Without the further members of some codes. */
export const ErrorBody = z.strictObject({
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

named(Status, "PetStatus", "Whether an animal can be adopted.");

named(Pet, "Pet", "An animal.", {
  id: "The service gives it, and it never changes.",
  name: "What the animal is called. Several animals may have the same name.",
  categoryId: "The kind of animal.",
  status: "Whether the animal can be adopted.",
});

named(NewPet, "NewPet", "An animal to add.", {
  name: "What the animal is called. Several animals may have the same name.",
  categoryId: "The kind of animal.",
  status: "`available` by default.",
});

named(CaredPets, "Pets", "A page of animals.");

described(PetParams, { petId: "The id of the animal." });
