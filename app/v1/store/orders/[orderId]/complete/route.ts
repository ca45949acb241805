import { route } from "@/lib/api/endpoint";
import { changeOperation } from "../change";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: changeOperation("complete", "completeOrder", "Complete an order"),
});
