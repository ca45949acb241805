import { useMutation, useQuery } from "@tanstack/react-query";
import { adoptersQuery } from "@/lib/applications/queries";
import type { Application } from "@/lib/applications/schema";
import { refusalWords } from "@/lib/http/refusal-words";
import { adoptionsHref } from "@/lib/orders/adoptions-url";
import { ordersQuery } from "@/lib/orders/queries";
import { sendChangePet } from "@/lib/pets/changes/calls";
import type { ListedPet } from "@/lib/pets/list/schema";
import { usePetsChanged } from "@/lib/pets/queries";
import { nameInSentence } from "@/lib/values/excerpt";
import { showPetToast } from "../../pets/show-pet-toast";
import { continueAt } from "../../ui/browser/continue-at";
import { Button } from "../../ui/buttons/button";
import { FormMessage } from "../../ui/forms/field";
import { Link } from "../../ui/navigation/link";
import { nextHeading } from "./use-decisions";

const link = "text-accent underline underline-offset-2";

type Props = { application: Application; pet: ListedPet };

/**
 * Says why nobody can be approved, and who has the animal: it has been adopted, an adoption is open, or it is only
 * marked as adopted or pending.
 */
export function TakenPet({ application, pet }: Props) {
  const { petId, petName, isQuestion } = application;
  const isAdopted = pet.status === "sold";
  const status = isAdopted ? "completed" : "open";
  const orders = useQuery(ordersQuery({ status, petId: String(petId) })).data?.orders;
  const [order] = orders ?? [];
  const adopters = useQuery(adoptersQuery(order ? String(order.id) : "")).data;
  const adopter = adopters?.find(({ orderId }) => orderId === order?.id);
  const name = <bdi>{petName}</bdi>;
  const outcome = `${isQuestion ? "question cannot become an adoption" : "application cannot be approved"}${isAdopted ? "" : " now"}`;
  if (!orders) return <p>This {outcome}.</p>;
  if (adopter) {
    return (
      <p>
        <Link className={link} href={`/staff/applications/${adopter.id}`}>
          <bdi>{adopter.name}</bdi>
        </Link>{" "}
        {isAdopted ? "has adopted" : "is adopting"} {name}, so this {outcome}.
      </p>
    );
  }
  if (!order) return <OnlyMarked application={application} pet={pet} />;
  return (
    <p>
      Somebody else {isAdopted ? "has adopted" : "is adopting"} {name}, so this {outcome}. See{" "}
      <Link className={link} href={adoptionsHref({ status, petId: String(petId) })}>
        the adoption
      </Link>
      .
    </p>
  );
}

/** An animal that is pending or adopted without an adoption, with the button that makes it available. */
function OnlyMarked({ application: { name, isQuestion }, pet }: Props) {
  const petsChanged = usePetsChanged();
  const change = useMutation({
    mutationFn: () => sendChangePet(pet.id, pet.version ?? "", { status: "available" }),
    onSuccess: () => {
      showPetToast(pet, "is available.");
      continueAt(nextHeading);
    },
    onSettled: () => petsChanged(),
  });
  return (
    <div className="grid justify-items-start gap-2">
      <p>
        <bdi>{pet.name}</bdi> is marked as {pet.status === "sold" ? "adopted" : "pending"}, but no adoption says by
        whom. If it is <bdi>{name}</bdi>, make the animal available, and then choose “
        {isQuestion ? "Approve as an adoption…” under “More steps" : "Approve"}”.
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
