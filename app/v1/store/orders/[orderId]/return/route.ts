import { route } from "@/lib/api/endpoint";
import { OrderReturn } from "@/lib/orders/schema";
import { changeOperation } from "../change";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: changeOperation("return", "returnOrder", "Return an order", OrderReturn),
});
