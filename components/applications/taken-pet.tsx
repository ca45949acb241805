import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { adoptersQuery } from "@/lib/applications/queries";
import type { Application } from "@/lib/applications/schema";
import { nameInSentence } from "@/lib/excerpt";
import { refusalWords } from "@/lib/http/refusal-words";
import { ordersQuery } from "@/lib/orders/queries";
import { changePet } from "@/lib/pets/changes/calls";
import type { ListedPet } from "@/lib/pets/list/schema";
import { petKeys } from "@/lib/pets/queries";
import { refetch } from "@/lib/refetch";
import { showPetToast } from "../pets/show-pet-toast";
import { Button } from "../ui/button";
import { continueAt } from "../ui/continue-at";
import { FormMessage } from "../ui/field";
import { Link } from "../ui/link";
import { nextHeading } from "./use-decisions";

const link = "text-accent underline underline-offset-2";

type Props = { application: Application; pet: ListedPet };

/** Says why nobody can be approved: the animal has been adopted, an adoption is open, or it is marked as pending. */
export function TakenPet({ application: { petId, petName }, pet }: Props) {
  const orders = useQuery(ordersQuery({ status: "open", petId: String(petId) })).data?.orders;
  const [order] = orders ?? [];
  const adopters = useQuery(adoptersQuery(order ? String(order.id) : "")).data;
  const adopter = adopters?.find(({ orderId }) => orderId === order?.id);
  const name = <bdi>{petName}</bdi>;
  if (pet.status === "sold") return <p>{name} has been adopted, so this application cannot be approved.</p>;
  if (!orders) return <p>This application cannot be approved now.</p>;
  if (adopter) {
    return (
      <p>
        <Link className={link} href={`/staff/applications/${adopter.id}`}>
          <bdi>{adopter.name}</bdi>
        </Link>{" "}
        is adopting {name}, so this application cannot be approved now.
      </p>
    );
  }
  if (!order) return <MarkedPending pet={pet} />;
  return (
    <p>
      This application cannot be approved now: somebody else is adopting {name}. See{" "}
      <Link className={link} href="/staff/adoptions">
        adoptions
      </Link>
      .
    </p>
  );
}

/** An animal that is pending without an adoption, with the button that makes it available. */
function MarkedPending({ pet }: { pet: ListedPet }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () => changePet(pet.id, pet.version ?? "", { status: "available" }),
    onSuccess: () => {
      showPetToast(pet, "is available.");
      continueAt(nextHeading);
    },
    onSettled: () => refetch(client, petKeys.all),
  });
  return (
    <div className="grid justify-items-start gap-2">
      <p>
        <bdi>{pet.name}</bdi> is marked as pending, but nobody is adopting this animal. Make it available to approve
        this application.
      </p>
      <Button look="quiet" busy={change.isPending} onClick={() => !change.isPending && change.mutate()}>
        Make <bdi>{nameInSentence(pet.name)}</bdi> available
      </Button>
      {change.error && (
        <FormMessage role="alert">
          <p>Nothing was changed. {refusalWords(change.error)}</p>
        </FormMessage>
      )}
    </div>
  );
}
