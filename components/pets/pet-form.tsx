"use client";

import * as z from "zod/mini";
import { errorsFromIssues, type FieldErrors } from "@/lib/http/field-errors";
import { parseInt64 } from "@/lib/int64";
import { CATEGORIES, STATUS_LABELS } from "@/lib/pets/categories";
import { NewPet, type Pet } from "@/lib/pets/schema";
import { DEFAULT_STATUS, isPetStatus, PET_STATUSES } from "@/lib/pets/status";
import { Refusal } from "../people/refusal";
import { Button } from "../ui/button";
import { cx } from "../ui/cx";
import { Field, Input, Select } from "../ui/field";
import { panel, stack } from "../ui/panel";
import { showToast } from "../ui/show-toast";
import { useForm } from "../ui/use-form";
import { useSessionState } from "../ui/use-session-state";
import { useRetryableAddition } from "./use-retryable-addition";

/** The text of the controls. */
const Values = z.object({
  name: z.string(),
  category: z.string(),
  otherCategory: z.string(),
  status: z.enum(PET_STATUSES),
});
type Values = z.infer<typeof Values>;
const EMPTY: Values = { name: "", category: "1", otherCategory: "", status: DEFAULT_STATUS };

/** The choice "another number" of the category control. */
const OTHER_CATEGORY = "other";

/** The fields that the API may object to. */
const FIELDS = z.keyof(NewPet).options;

/** Reads the form by the schema of the API: the animal to send, or what is wrong, by field. */
function readForm({
  category,
  otherCategory,
  ...fields
}: Values): { value: NewPet } | { errors: FieldErrors<keyof NewPet> } {
  const number = category === OTHER_CATEGORY ? otherCategory.trim() : category;
  // Other text is passed on, so that the schema refuses it with its own message.
  const parsed = NewPet.safeParse({ ...fields, categoryId: parseInt64(number) ?? number });
  return parsed.success ? { value: parsed.data } : { errors: errorsFromIssues(parsed.error.issues) };
}

/** The form that adds an animal. Whatever goes wrong, the text stays, and nothing is added twice. */
export function PetForm({ person, onAdded }: { person: string; onAdded(pet: Pet): void }) {
  // Saved for this tab and person: the next person in the tab starts with an empty form.
  const [values, keep] = useSessionState(`pet-form ${person}`, EMPTY, Values);
  const set = (change: Partial<Values>) => keep((current) => ({ ...current, ...change }));
  const found = readForm(values);
  const { isPending, inDoubt, send } = useRetryableAddition(person, "value" in found ? found.value : null);
  const {
    ref,
    attributes: form,
    errors,
    failure,
    sendAgain,
    resume,
  } = useForm({
    names: FIELDS,
    read: () => found,
    send: async (newPet) => {
      const pet = await send(newPet);
      // The next animal of a litter is likely of the same kind. Keep the text if the user typed while the request was
      // running.
      keep((current) => (current === values ? { ...values, name: "" } : current));
      showToast({
        text: (
          <>
            <bdi>{pet.name}</bdi> was added.
          </>
        ),
        link: { href: `/animals/${pet.id}`, label: "See the page" },
      });
      if (ref.current?.contains(document.activeElement)) ref.current.querySelector<HTMLElement>("#pet-name")?.focus();
      onAdded(pet);
    },
  });

  return (
    <section className={cx(panel, stack)} aria-labelledby="add-heading">
      <h2 id="add-heading">Add an animal</h2>
      <form {...form} className={stack}>
        <Field id="pet-name" label="Name" error={errors.name}>
          {(attributes) => (
            <Input
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
            <Select {...attributes} value={values.category} onChange={(event) => set({ category: event.target.value })}>
              {CATEGORIES.map(({ id, name }) => (
                <option key={name} value={id.toString()}>
                  {name}
                </option>
              ))}
              <option value={OTHER_CATEGORY}>Another number…</option>
            </Select>
          )}
        </Field>
        {values.category === OTHER_CATEGORY && (
          <Field id="pet-other-category" label="Category number" error={errors.categoryId}>
            {(attributes) => (
              <Input
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
            <Select
              {...attributes}
              value={values.status}
              onChange={({ target: { value } }) => isPetStatus(value) && set({ status: value })}
            >
              {PET_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {STATUS_LABELS[status].label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit" busy={isPending}>
          {isPending ? "Adding…" : "Add animal"}
        </Button>
      </form>
      <Refusal
        id="again"
        error={failure}
        what="The animal was not added."
        unknown="We do not know whether the animal was added. Add it again within a day and it will not be added twice."
        inDoubt={inDoubt}
        onWaited={sendAgain}
        onSignedIn={resume}
      />
    </section>
  );
}
