import * as z from "zod/mini";
import { changeOf, Int64, int64Param } from "../values/schemas";
import { textOf } from "../values/text";
import { PET_STATUSES } from "./status";

export const Status = z.enum(PET_STATUSES, { error: `must be one of ${PET_STATUSES.join(", ")}` });

export const MAX_NAME_LENGTH = 255;
const NAME_BOUNDS = { minLength: 1, maxLength: MAX_NAME_LENGTH };

const Name = textOf(MAX_NAME_LENGTH);

/** The body that adds an animal. It is strict: a mistyped field is an error, not a silently available animal. */
export const NewPet = z.strictObject({ name: Name, categoryId: Int64, status: z.exactOptional(Status) });
export type NewPet = z.infer<typeof NewPet>;

export const CHANGEABLE = {
  name: z.exactOptional(Name),
  categoryId: z.exactOptional(Int64),
  status: z.exactOptional(Status),
};

export const PetChange = changeOf(CHANGEABLE);
export type PetChange = z.infer<typeof PetChange>;

export const Pet = z.object({
  id: Int64,
  name: z.string().register(z.globalRegistry, NAME_BOUNDS),
  categoryId: Int64,
  status: z.optional(Status),
});
export type Pet = z.infer<typeof Pet>;

export const NO_PET = "There is no animal with this id";

export const PetParams = z.object({ petId: int64Param(NO_PET) });

/** The deprecation of `GET /v1/pets/{petId}` (docs/contract.md, "Versioning"). No other code has its dates. */
export const GET_PET_DEPRECATION = {
  since: new Date("2026-11-20T00:00:00Z"),
  sunset: new Date("2030-12-05T00:00:00Z"),
  documentation: "/docs/getPet",
  successor: "/v1/pets",
};
