import { zodResolver } from "@hookform/resolvers/zod";
import { type ComponentProps, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { changedValues } from "@/lib/changed-values";
import type { VersionedShelter } from "@/lib/shelter/calls";
import { HoursValues, ShelterValues } from "@/lib/shelter/form";
import { useChangeShelter } from "@/lib/shelter/queries";
import { type ShelterBase, type ShelterOutcome, toShelterBase } from "@/lib/shelter/save";
import { usePersonId } from "../people/signed-in";
import { useRequestForm } from "../ui/forms/use-request-form";
import { useDraft } from "../ui/hooks/use-draft";
import { showToast } from "../ui/toasts/show-toast";
import { CHANGED_SINCE, undoAction } from "../ui/toasts/undo-action";
import type { ShelterCollision } from "./shelter-collision";

const Typed = z.catchall(z.object({ openingHours: z.exactOptional(HoursValues) }), z.string());
/** What was typed, valid or not, and the version of the shelter that it is based on, with that version's values. */
const Draft = z.object({ version: z.string(), before: Typed, values: Typed });

/** The form of the shelter, with its draft and the means to resolve a collision. */
export function useShelterEdit(data: VersionedShelter) {
  // What the text in the form is based on.
  const [base, setBase] = useState(() => toShelterBase(data));
  const [collided, setCollided] = useState<ShelterOutcome | null>(null);
  const change = useChangeShelter();
  const form = useForm<ShelterValues>({ resolver: zodResolver(ShelterValues), defaultValues: base.values });
  const forgetDraft = useDraft({
    form,
    name: `shelter.draft.${usePersonId()}`,
    schema: Draft,
    toDraft: (values) => {
      const isChanged = changedValues(values, form.formState.defaultValues ?? {}) !== null;
      return isChanged ? { version: base.version, before: base.values, values } : null;
    },
    restore: (draft) => {
      form.reset({ ...form.getValues(), ...draft.values }, { keepDefaultValues: true });
      setBase({ version: draft.version, values: { ...base.values, ...draft.before } });
    },
  });
  const showSaved = useSavedToast(change.mutateAsync, (now) => {
    setBase(now);
    // What was typed since stays.
    form.reset(now.values, { keepDirtyValues: true });
  });
  const request = useRequestForm({
    form,
    send: async (values) => {
      const outcome = await change.mutateAsync({ base, values });
      const isCollision = outcome.collisions.length > 0;
      const current = toShelterBase(outcome.current);
      setBase(current);
      setCollided(isCollision ? outcome : null);
      form.reset(current.values);
      if (isCollision) return form.reset(outcome.values, { keepDefaultValues: true });
      forgetDraft();
      showSaved(base.values, current);
    },
  });
  const discard = () => {
    const current = toShelterBase(data);
    setBase(current);
    setCollided(null);
    form.reset(current.values);
    forgetDraft();
    request.resume();
  };
  const resolve = () => {
    setCollided(null);
    request.resume();
  };
  const takeTheirs = (fields: ShelterOutcome["collisions"]) => {
    const theirs = Object.fromEntries(fields.map((field) => [field, base.values[field]]));
    form.reset({ ...form.getValues(), ...theirs }, { keepDefaultValues: true });
    resolve();
  };
  const collision = collided && toCollision(collided, base.values, { resolve, take: takeTheirs });
  return { form, request, collision, discard };
}

type Change = (edit: { base: ShelterBase; values: ShelterValues }) => Promise<ShelterOutcome>;

/**
 * Returns a function that reports a saved edit. Its Undo saves the earlier values again of the fields that the edit has
 * changed.
 */
function useSavedToast(change: Change, onUndone: (now: ShelterBase) => void) {
  return (before: ShelterValues, current: ShelterBase) => {
    const earlier = changedValues(before, current.values);
    const undo = async () => {
      const outcome = await change({ base: current, values: { ...current.values, ...earlier } });
      if (outcome.collisions.length > 0) throw new ChangedSince();
      onUndone(toShelterBase(outcome.current));
    };
    showToast({
      text: "The shelter was changed.",
      about: "shelter",
      link: { href: "/", label: "See the site" },
      ...(earlier !== null && undoAction(undo, { about: "shelter", reasonOf: reasonNotUndone })),
    });
  };
}

/** Thrown when somebody else has changed a field that was to be undone. */
class ChangedSince extends Error {
  override readonly name = "ChangedSince";
}

const reasonNotUndone = (error: unknown) => (error instanceof ChangedSince ? CHANGED_SINCE : null);

type Choices = { resolve(): void; take(fields: ShelterOutcome["collisions"]): void };

/** Returns a collision, and how it is resolved: with what is in the form, or with what is stored. */
const toCollision = (
  { collisions, values }: ShelterOutcome,
  theirs: ShelterValues,
  { resolve, take }: Choices,
): ComponentProps<typeof ShelterCollision> => ({
  fields: collisions,
  theirs,
  yours: values,
  onKeep: resolve,
  onTake: () => take(collisions),
});
