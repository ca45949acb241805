import { ApiError } from "@/lib/http/errors";
import { adoptionsHref } from "@/lib/orders/params";
import { ADOPTION_IS_OPEN } from "@/lib/pets/status";
import { ButtonLink } from "../ui/button";
import { NamedSentence } from "../ui/text";
import { showToast, type Toast } from "../ui/toast";

type Named = { id: bigint; name: string };

/** Reports what happened to an animal: "Biscuit was saved." Replaces an earlier toast about the same animal. */
export function showPetToast({ id, name }: Named, rest: string, more: Omit<Toast, "text" | "about"> = {}): void {
  showToast({ text: <NamedSentence name={name} rest={rest} />, about: `pet-${id}`, ...more });
}

/** Links to the open adoption of an animal, if that is why a change was refused. */
export function OpenAdoptionLink({ petId, error }: { petId: bigint | string; error: unknown }) {
  if (!(error instanceof ApiError && error.message === ADOPTION_IS_OPEN)) return null;
  return (
    <ButtonLink look="quiet" className="justify-self-start" href={adoptionsHref({ petId: String(petId) })}>
      Open the adoption
    </ButtonLink>
  );
}

/** Why an animal came back from an adoption, as the shelter wrote it. Renders nothing without a reason. */
export function ReturnReason({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <blockquote dir="auto" className="border-s-4 border-line ps-3 whitespace-pre-line wrap-anywhere">
      {reason}
    </blockquote>
  );
}
