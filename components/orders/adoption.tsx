import { useQuery } from "@tanstack/react-query";
import { orderQuery } from "@/lib/orders/queries";
import { Loaded } from "../ui/loaded";
import { Skeleton } from "../ui/loading";
import { AdoptionSteps } from "./adoption-steps";
import { HandOver } from "./hand-over";

const MEANINGS = {
  open: "Approved. The adoption is open until the animal is handed over.",
  completed: "The animal has moved in with them.",
  returned: "The animal came back.",
  cancelled: "The adoption was cancelled.",
} as const;

/** The adoption that an approval has placed: when the animal is handed over, and what happened. */
export function Adoption({ orderId, petName }: { orderId: bigint; petName: string }) {
  const query = useQuery(orderQuery(String(orderId)));
  return (
    <Loaded what="The adoption" query={query} loading={<Skeleton className="h-40" />}>
      {(order) => (
        <>
          <p>{MEANINGS[order.status]}</p>
          {order.status === "open" && <HandOver order={order} />}
          <AdoptionSteps order={order} petName={petName} />
        </>
      )}
    </Loaded>
  );
}
