import { useQuery } from "@tanstack/react-query";
import { adoptersQuery } from "@/lib/applications/queries";
import type { Application } from "@/lib/applications/schema";
import { ordersQuery } from "@/lib/orders/queries";
import { Link } from "../ui/link";

const link = "text-accent underline underline-offset-2";

type Props = { application: Application; isAdopted: boolean };

/** Says why nobody can be approved: the animal has been adopted, an adoption is open, or it is marked as pending. */
export function TakenPet({ application: { petId, petName }, isAdopted }: Props) {
  const orders = useQuery(ordersQuery({ status: "open", petId: String(petId) })).data?.orders;
  const [order] = orders ?? [];
  const adopters = useQuery(adoptersQuery(order ? String(order.id) : "")).data;
  const adopter = adopters?.find(({ orderId }) => orderId === order?.id);
  const name = <bdi>{petName}</bdi>;
  if (isAdopted) return <p>{name} is adopted, so nobody else can be approved now.</p>;
  if (!orders) return <p>Nobody can be approved now.</p>;
  if (adopter) {
    return (
      <p>
        <Link className={link} href={`/staff/applications/${adopter.id}`}>
          <bdi>{adopter.name}</bdi>
        </Link>{" "}
        is adopting {name}, so nobody else can be approved now.
      </p>
    );
  }
  return (
    <p>
      {order ? (
        <>
          Nobody can be approved now: somebody is adopting {name}. See{" "}
          <Link className={link} href="/staff/adoptions">
            adoptions
          </Link>
          .
        </>
      ) : (
        <>
          Nobody can be approved now: {name} is marked as pending.{" "}
          <Link className={link} href={`/staff/animals?edit=${petId}`}>
            Make it available
          </Link>{" "}
          first.
        </>
      )}
    </p>
  );
}
