import { adoptionsHref } from "@/lib/orders/adoptions-url";
import { isAdoptionOpen } from "@/lib/pets/refusal-words";
import { ButtonLink } from "../ui/buttons/button";

/** Links to the open adoption of an animal, if that is why a change was refused. */
export function OpenAdoptionLink({ petId, error }: { petId: bigint; error: unknown }) {
  if (!isAdoptionOpen(error)) return null;
  return (
    <ButtonLink look="quiet" className="justify-self-start" href={adoptionsHref({ petId: String(petId) })}>
      Open the adoption
    </ButtonLink>
  );
}
