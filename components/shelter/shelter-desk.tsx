"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { VersionedShelter } from "@/lib/shelter/calls";
import { SHELTER_LABELS, type ShelterValues, toShelter } from "@/lib/shelter/form";
import { shelterQuery } from "@/lib/shelter/queries";
import { RequestProblem } from "../people/request-problem";
import { Button } from "../ui/buttons/button";
import { Field, FormMessage, Input, Textarea } from "../ui/forms/field";
import { Loaded } from "../ui/loading/loaded";
import { Loading, Skeleton } from "../ui/loading/loading";
import { cx } from "../ui/style/cx";
import { actions, panel, stack } from "../ui/style/panel";
import { AboutShelter } from "./about-shelter";
import { AdoptionNotes } from "./adoption-notes";
import { HoursFields } from "./hours-fields";
import { ShelterCollision } from "./shelter-collision";
import { ShelterDetails } from "./shelter-details";
import { useShelterEdit } from "./use-shelter-edit";

/** The page on which admins edit what the shelter says about itself, beside what visitors will see. */
export function ShelterDesk() {
  // Not refetched while somebody types. A change by somebody else is noticed when this one is saved.
  const query = useQuery({ ...shelterQuery(), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  return (
    <Loaded what="The shelter" query={query} loading={<LoadingShelter />}>
      {(data) => <ShelterForm data={data} />}
    </Loaded>
  );
}

/** The classes of the form beside the preview. */
const columns = "grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2";

/** Placeholder of the form and the preview. Like the form, it is longer than a window, so that nothing below moves. */
function LoadingShelter() {
  return (
    <Loading>
      <div className={columns} aria-hidden="true">
        <Skeleton className="h-300" />
        <Skeleton className="mt-10 h-80 max-lg:hidden" />
      </div>
    </Loading>
  );
}

function ShelterForm({ data }: { data: VersionedShelter }) {
  const id = useId();
  const { form, request, collision, discard } = useShelterEdit(data);
  return (
    <div className={columns}>
      <div className={stack}>
        <form id={id} {...request.attributes} onChange={request.onEdit} className={cx(panel, stack)}>
          <ShelterFields id={id} form={form} />
          <SaveBar form={id} isSending={request.isSending} isUnsaved={form.formState.isDirty} onDiscard={discard} />
        </form>
        {collision ? (
          <ShelterCollision {...collision} />
        ) : (
          <RequestProblem
            id={`${id}-again`}
            error={request.failure}
            notDone="Nothing was changed."
            inDoubt="We do not know whether it was saved. Saving again does no harm."
            onWaited={request.sendAgain}
            onSignedIn={request.resume}
          />
        )}
      </div>
      <Preview form={form} />
    </div>
  );
}

type BarProps = { form: string; isSending: boolean; isUnsaved: boolean; onDiscard(): void };

/** The buttons of the form, which stay in view. */
function SaveBar({ form, isSending, isUnsaved, onDiscard }: BarProps) {
  return (
    <div
      data-bottom-bar
      className={cx(actions, "sticky bottom-0 -mx-5 -mb-5 rounded-b-card border-t border-line bg-panel px-5 py-3")}
    >
      <Button type="submit" form={form} busy={isSending}>
        {isSending ? "Saving…" : "Save"}
      </Button>
      {isUnsaved && (
        <>
          <Button look="quiet" onClick={onDiscard}>
            Undo changes
          </Button>
          <p className="text-sm text-soft max-sm:sr-only">Not saved yet. This tab keeps it.</p>
        </>
      )}
    </div>
  );
}

type FormProps = { form: UseFormReturn<ShelterValues> };

/** The fields that are a text. */
type TextName = Exclude<keyof ShelterValues, "openingHours">;

function ShelterFields({ id, form }: FormProps & { id: string }) {
  const { register, formState } = form;
  const line = (name: TextName, more: { type?: string; autoComplete?: string; hint?: string }) => (
    <Field
      id={`${id}-${name}`}
      label={SHELTER_LABELS[name]}
      error={formState.errors[name]?.message}
      {...hintOf(more.hint)}
    >
      {(attributes) => (
        <Input
          {...attributes}
          {...register(name)}
          type={more.type ?? "text"}
          autoComplete={more.autoComplete ?? "off"}
        />
      )}
    </Field>
  );
  const lines = (name: TextName, rows: number, hint: string) => (
    <Field id={`${id}-${name}`} label={SHELTER_LABELS[name]} hint={hint} error={formState.errors[name]?.message}>
      {(attributes) => (
        <Textarea {...attributes} {...register(name)} rows={rows} className="min-h-24 field-sizing-content" />
      )}
    </Field>
  );
  return (
    <>
      {line("name", { autoComplete: "organization" })}
      {line("street", { autoComplete: "street-address" })}
      <div className="grid items-start gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        {line("postalCode", { autoComplete: "postal-code" })}
        {line("city", { autoComplete: "address-level2" })}
      </div>
      {line("country", { autoComplete: "country-name" })}
      {line("telephone", { type: "tel", autoComplete: "tel" })}
      {line("email", { type: "email", autoComplete: "email" })}
      <HoursFields form={form} />
      {line("replyDays", {
        hint: "Applicants read that you usually reply within this time. Leave it empty to promise nothing.",
      })}
      {lines(
        "adoptionNotes",
        3,
        "Shown with every animal, one fact to a line: “Adoption fee for dogs: £180”, “Adoption fee for other animals: £90”, “Health: vaccinated”",
      )}
      {lines("about", 6, "Shown below the animals on the first page. An empty line starts a new paragraph")}
    </>
  );
}

const hintOf = (hint: string | undefined) => (hint === undefined ? {} : { hint });

/** What visitors will see, updated while somebody types. */
function Preview({ form }: FormProps) {
  const values = useWatch({ control: form.control, compute: (all: ShelterValues) => all });
  const shelter = toShelter(values);
  const isEmpty = !(shelter.street ?? shelter.city ?? shelter.telephone ?? shelter.email ?? shelter.openingHours);
  const named = { ...shelter, name: shelter.name || "…" };
  return (
    <section className={cx(stack, "lg:sticky lg:top-4")} aria-label="Preview">
      <p className="text-sm text-soft">As visitors see it{form.formState.isDirty ? ", once you save" : ""}:</p>
      <ShelterDetails shelter={named} />
      {isEmpty && (
        <FormMessage role="status">
          <p>Visitors see no address and no hours yet. Fill in what they need to reach you.</p>
        </FormMessage>
      )}
      <AdoptionNotes notes={shelter.adoptionNotes} />
      <AboutShelter shelter={named} className={panel} />
    </section>
  );
}
