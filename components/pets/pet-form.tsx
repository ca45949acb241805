"use client";

import { CATEGORIES, STATUS_WORDS } from "@/lib/pets/categories";
import { OTHER_CATEGORY, PET_FIELDS, readPetForm } from "@/lib/pets/form";
import type { Pet } from "@/lib/pets/schema";
import { PET_STATUSES, type PetStatus } from "@/lib/pets/status";
import { Refusal } from "../refusal";
import { Field } from "../ui/field";
import { useToast } from "../ui/toasts";
import { useForm } from "../ui/use-form";
import { useKeptAddition } from "./use-kept-addition";

/** The form that adds an animal. Whatever goes wrong, what was typed stays, and nothing is added twice. */
export function PetForm({ person, onAdded }: { person: string; onAdded(pet: Pet): void }) {
  const { values, set, isPending, inDoubt, send } = useKeptAddition(person);
  const toast = useToast();
  const {
    ref,
    attributes: form,
    errors,
    failure,
    sendAgain,
    resume,
  } = useForm({
    names: PET_FIELDS,
    read: () => readPetForm(values),
    send: async (newPet) => {
      const pet = await send(newPet);
      toast({ text: `${pet.name} was added.`, link: { href: `/animals/${pet.id}`, label: "See the page" } });
      if (ref.current?.contains(document.activeElement)) ref.current.querySelector<HTMLElement>("#pet-name")?.focus();
      onAdded(pet);
    },
  });

  return (
    <section className="panel" aria-labelledby="add-heading">
      <h2 id="add-heading">Add an animal</h2>
      <form {...form} className="pet-form">
        <Field id="pet-name" label="Name" error={errors.name}>
          {(attributes) => (
            <input
              {...attributes}
              value={values.name}
              onChange={(event) => set({ name: event.target.value })}
              autoComplete="off"
              required
              dir="auto"
            />
          )}
        </Field>
        <Field
          id="pet-category"
          label="Category"
          error={values.category === OTHER_CATEGORY ? undefined : errors.categoryId}
        >
          {(attributes) => (
            <select {...attributes} value={values.category} onChange={(event) => set({ category: event.target.value })}>
              {CATEGORIES.map(({ id, name }) => (
                <option key={name} value={id.toString()}>
                  {name}
                </option>
              ))}
              <option value={OTHER_CATEGORY}>Another number…</option>
            </select>
          )}
        </Field>
        {values.category === OTHER_CATEGORY && (
          <Field id="pet-other-category" label="Category number" error={errors.categoryId}>
            {(attributes) => (
              <input
                {...attributes}
                value={values.otherCategory}
                onChange={(event) => set({ otherCategory: event.target.value })}
                inputMode="numeric"
                autoComplete="off"
                required
              />
            )}
          </Field>
        )}
        <Field id="pet-status" label="Status" error={errors.status}>
          {(attributes) => (
            <select
              {...attributes}
              value={values.status}
              onChange={(event) => set({ status: event.target.value as PetStatus })}
            >
              {PET_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {STATUS_WORDS[status].label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <button className="button" type="submit" aria-disabled={isPending}>
          {isPending ? "Adding…" : "Add animal"}
        </button>
      </form>
      <Refusal
        id="again"
        error={failure}
        what="The animal was not added."
        unknown="We do not know whether the animal was added. Add it again within a day: it will not be added twice."
        inDoubt={inDoubt}
        onWaited={sendAgain}
        onSignedIn={resume}
      />
    </section>
  );
}
