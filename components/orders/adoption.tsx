import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { orderQuery } from "@/lib/orders/queries";
import { ReturnReason } from "../pets/return-reason";
import { Loaded } from "../ui/loading/loaded";
import { Skeleton } from "../ui/loading/loading";
import { Link } from "../ui/navigation/link";
import { cx } from "../ui/style/cx";
import { rowLink } from "../ui/style/links";
import { AdoptionSteps } from "./adoption-steps";
import { HandOverDay } from "./hand-over-day";

const MEANINGS = {
  open: "Approved. The adoption is open until the animal is handed over.",
  completed: "The animal was handed over to the adopter.",
  returned: "The animal came back.",
  cancelled: "The adoption was cancelled.",
} as const;

type Props = { orderId: bigint } & Pick<
  ComponentProps<typeof AdoptionSteps>,
  "petName" | "adopterName" | "next" | "recordedAt"
>;

/** The adoption that an approval has placed: when the animal is handed over, and what has happened. */
export function Adoption({ orderId, ...steps }: Props) {
  const query = useQuery(orderQuery(String(orderId)));
  return (
    <Loaded what="The adoption" query={query} loading={<Skeleton className="h-40" />}>
      {(order) => (
        <>
          <p>{MEANINGS[order.status]}</p>
          <ReturnReason reason={order.returnReason} />
          {order.status === "returned" && (
            <Link className={cx(rowLink, "-my-3")} href="/staff/adoptions?status=returned">
              See adoptions that came back
            </Link>
          )}
          {order.status === "open" && <HandOverDay order={order} petName={steps.petName} />}
          <AdoptionSteps order={order} {...steps} look="page" isMain />
        </>
      )}
    </Loaded>
  );
}
