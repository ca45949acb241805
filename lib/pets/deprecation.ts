/** The deprecation of `GET /v1/pets/{petId}` (docs/contract.md, "Versioning"). No other code has its dates. */
export const GET_PET_DEPRECATION = {
  since: new Date("2026-11-20T00:00:00Z"),
  sunset: new Date("2030-12-05T00:00:00Z"),
  documentation: "/docs#getPet",
  successor: "/v1/pets",
};
