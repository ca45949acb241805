import { ApiError } from "@/lib/errors";
import { endpoint, route } from "@/lib/http/endpoint";
import { parseInt64 } from "@/lib/int64";
import { Pet } from "@/lib/pets/schema";
import { getPet } from "@/lib/pets/store";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: endpoint({
      operationId: "getPet",
      scope: "pets:read",
      returns: Pet,
      async handle({ params }) {
        const id = parseInt64(params.petId ?? "");
        const pet = id === null ? null : await getPet(id);
        if (!pet) throw new ApiError("not_found", "There is no animal with this id");
        return { data: pet };
      },
    }),
  },
  {
    since: new Date("2026-11-20T00:00:00Z"),
    sunset: new Date("2030-12-05T00:00:00Z"),
    documentation: "/docs#getPet",
    successor: "/v1/pets",
  },
);
