import { route } from "@/lib/api/endpoint";
import { OrderCompletion } from "@/lib/orders/schema";
import { changeOperation } from "../change";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: changeOperation("complete", "completeOrder", "Complete an order", OrderCompletion),
});
