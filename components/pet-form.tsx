"use client";

import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "@/lib/errors";
import { errorsFromRefusal } from "@/lib/form";
import { newIdempotencyKey } from "@/lib/http/client";
import { encodeJson } from "@/lib/http/json";
import { useAddPet } from "@/lib/pets/add";
import { CATEGORIES, STATUS_WORDS } from "@/lib/pets/categories";
import { EMPTY_PET_FORM, OTHER_CATEGORY, PET_FIELDS, type PetFormErrors, readPetForm } from "@/lib/pets/form";
import type { NewPet, Pet } from "@/lib/pets/schema";
import { PET_STATUSES, type PetStatus } from "@/lib/pets/status";
import { SignInForm } from "./sign-in-form";
import { Countdown } from "./ui/countdown";
import { Field } from "./ui/field";
import { waitOf } from "./ui/states";
import { useToast } from "./ui/toasts";

/** The form that adds an animal. Whatever goes wrong, what was typed stays. */
export function PetForm({ onAdded }: { onAdded(pet: Pet): void }) {
  const [values, setValues] = useState(EMPTY_PET_FORM);
  const [errors, setErrors] = useState<PetFormErrors>({});
  const [message, setMessage] = useState<{ text: string; wait: number | null } | null>(null);
  const toast = useToast();
  const [signedOut, setSignedOut] = useState(false);
  // A second click can come before React has drawn the disabled button; a ref knows at once.
  const busy = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  // The same animal sent again after a lost connection is the same request; another one is not.
  const attempt = useRef<{ text: string; key: string } | null>(null);
  const keyFor = (pet: NewPet) => {
    const text = encodeJson(pet);
    if (attempt.current?.text !== text) attempt.current = { text, key: newIdempotencyKey() };
    return attempt.current.key;
  };
  const add = useAddPet();
  const set = (change: Partial<typeof values>) => setValues((current) => ({ ...current, ...change }));

  const show = (found: PetFormErrors) => {
    flushSync(() => setErrors(found));
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy.current) return;
    setMessage(null);
    const read = readPetForm(values);
    if ("errors" in read) return show(read.errors);
    busy.current = true;
    setErrors({});
    try {
      const pet = await add.mutateAsync({ pet: read.pet, idempotencyKey: keyFor(read.pet) });
      attempt.current = null;
      setSignedOut(false);
      // The next animal of a litter is likely of the same kind.
      set({ name: "" });
      toast({ text: `${pet.name} was added.`, link: { href: `/animals/${pet.id}`, label: "See the page" } });
      form.current?.querySelector<HTMLElement>("#pet-name")?.focus();
      onAdded(pet);
    } catch (error) {
      const refused = error instanceof ApiError ? error : null;
      setSignedOut(refused?.status === 401 || refused?.status === 403);
      const found = errorsFromRefusal(refused, PET_FIELDS);
      if (Object.keys(found).length > 0) show(found);
      else setMessage({ text: problemText(refused), wait: waitOf(refused) });
    } finally {
      busy.current = false;
    }
  };

  return (
    <section className="panel" aria-labelledby="add-heading">
      <h2 id="add-heading">Add an animal</h2>
      <form ref={form} onSubmit={submit} noValidate className="pet-form">
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
        <button className="button" type="submit" aria-disabled={add.isPending}>
          {add.isPending ? "Adding…" : "Add animal"}
        </button>
        <div className="form-message" data-kind="problem" role="status">
          {message && <p>{message.text}</p>}
          {message && message.wait !== null && (
            <Countdown seconds={message.wait} onDone={() => form.current?.requestSubmit()} />
          )}
        </div>
      </form>
      {signedOut && <SignInForm id="again" title="Sign in again" onSignedIn={() => setSignedOut(false)} />}
    </section>
  );
}

function problemText(error: ApiError | null): string {
  if (error?.status === 401 || error?.status === 403) {
    return "You were signed out. Sign in below, then add the animal again: nothing you typed is lost.";
  }
  return `The animal was not added. ${error?.message ?? "Please try again."}`;
}
