import { useQuery } from "@tanstack/react-query";
import { applicationsQuery } from "@/lib/applications/queries";
import type { Application } from "@/lib/applications/schema";
import { orderQuery } from "@/lib/orders/queries";
import { Link } from "../ui/link";

const link = "text-accent underline underline-offset-2";

type Props = { application: Application; isAdopted: boolean };

/** Says why nobody can be approved: the animal has been adopted, an adoption is open, or it is marked as pending. */
export function TakenPet({ application: { petId, petName }, isAdopted }: Props) {
  const { data } = useQuery(applicationsQuery({ petId: String(petId) }));
  const approved = data?.applications.find(({ status }) => status === "approved");
  const order = useQuery({
    ...orderQuery(String(approved?.orderId)),
    enabled: approved !== undefined && approved.orderId !== null,
  }).data;
  if (isAdopted) return <p>This animal is adopted, so nobody else can be approved now.</p>;
  if (approved && order?.status === "open") {
    return (
      <p>
        <Link className={link} href={`/staff/applications/${approved.id}`}>
          <bdi>{approved.name}</bdi>
        </Link>{" "}
        is adopting <bdi>{petName}</bdi>, so nobody else can be approved now.
      </p>
    );
  }
  return (
    <p>
      An adoption of this animal is open, or it is marked as pending, so nobody else can be approved now. See{" "}
      <Link className={link} href="/staff/adoptions">
        adoptions
      </Link>{" "}
      or{" "}
      <Link className={link} href={`/staff/animals?edit=${petId}`}>
        <bdi>{petName}</bdi>
      </Link>
      .
    </p>
  );
}
