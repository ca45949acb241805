import { zodResolver } from "@hookform/resolvers/zod";
import { type ComponentProps, useState } from "react";
import { useForm } from "react-hook-form";
import type { VersionedShelter } from "@/lib/shelter/calls";
import { ShelterValues } from "@/lib/shelter/form";
import { useChangeShelter } from "@/lib/shelter/queries";
import { type ShelterOutcome, toShelterBase } from "@/lib/shelter/save";
import { showToast } from "../ui/show-toast";
import { useRequestForm } from "../ui/use-request-form";
import type { ShelterCollision } from "./shelter-collision";
import { useShelterDraft } from "./use-shelter-draft";

/** The form of the shelter, with its draft and the means to resolve a collision. */
export function useShelterEdit(data: VersionedShelter) {
  // What the text in the form is based on.
  const [base, setBase] = useState(() => toShelterBase(data));
  const [collided, setCollided] = useState<ShelterOutcome | null>(null);
  const change = useChangeShelter();
  const form = useForm<ShelterValues>({ resolver: zodResolver(ShelterValues), defaultValues: base.values });
  const forgetDraft = useShelterDraft({ form, base, onFound: setBase });
  const request = useRequestForm({
    form,
    send: async (values) => {
      const outcome = await change.mutateAsync({ base, values });
      const isCollision = outcome.collisions.length > 0;
      const present = toShelterBase(outcome.present);
      setBase(present);
      setCollided(isCollision ? outcome : null);
      form.reset(present.values);
      if (isCollision) return form.reset(outcome.values, { keepDefaultValues: true });
      forgetDraft();
      showToast({
        text: "The shelter was changed. Visitors see it at once.",
        about: "shelter",
        link: { href: "/", label: "See the site" },
      });
    },
  });
  const discard = () => {
    const present = toShelterBase(data);
    setBase(present);
    setCollided(null);
    form.reset(present.values);
    forgetDraft();
    request.resume();
  };
  const resolve = () => {
    setCollided(null);
    request.resume();
  };
  const collision: ComponentProps<typeof ShelterCollision> | null = collided && {
    fields: collided.collisions,
    theirs: base.values,
    yours: collided.values,
    onKeep: resolve,
    onTake: () => {
      for (const field of collided.collisions) form.setValue(field, base.values[field], { shouldDirty: true });
      resolve();
    },
  };
  return { form, request, collision, discard };
}
