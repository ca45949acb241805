"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { VersionedShelter } from "@/lib/shelter/calls";
import { SHELTER_LABELS, type ShelterValues, toShelter } from "@/lib/shelter/form";
import { hoursMistakes, hoursProblems, plainLines } from "@/lib/shelter/hours-check";
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

function ShelterFields({ id, form: { register, formState, control } }: FormProps & { id: string }) {
  const line = (name: keyof ShelterValues, more: { type?: string; autoComplete?: string; hint?: string }) => (
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
  const lines = (name: keyof ShelterValues, rows: number, hint: string) => (
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
      {lines(
        "openingHours",
        5,
        "One line for each day, days or date, such as “Mon–Fri: 10:00–17:00” or “24 Dec: closed”",
      )}
      <HoursWarning control={control} isRefused={formState.errors.openingHours !== undefined} />
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

type WarningProps = Pick<UseFormReturn<ShelterValues>, "control"> & { isRefused: boolean };

/**
 * Points out hours that look wrong, and lines that are only text. If the form was refused, its error explains the
 * problem instead.
 */
function HoursWarning({ control, isRefused }: WarningProps) {
  const hours = useWatch({ control, name: "openingHours" });
  const { problems, notes } = isRefused ? NO_REMARKS : remarksOn(hours);
  return (
    <div role="status" className="-mt-2 grid gap-1 text-sm empty:hidden">
      {problems.map((problem) => (
        <p key={problem} className="font-semibold text-amber">
          Please check: {problem}
        </p>
      ))}
      {notes.map((note) => (
        <p key={note} className="font-semibold text-amber">
          {note}
        </p>
      ))}
    </div>
  );
}

const NO_REMARKS = { problems: [], notes: [] };

/** Returns what to point out. While there are mistakes, only these, because they decide how the lines are read. */
function remarksOn(hours: string): Record<"problems" | "notes", string[]> {
  const mistakes = hoursMistakes(hours);
  if (mistakes.length > 0) return { problems: mistakes, notes: [] };
  return { problems: hoursProblems(hours), notes: plainLines(hours) };
}

const hintOf = (hint: string | undefined) => (hint === undefined ? {} : { hint });

/** What visitors will see, updated while somebody types. */
function Preview({ form }: FormProps) {
  const values = useWatch({ control: form.control, compute: (all: ShelterValues) => all });
  const typed = toShelter(values);
  // Visitors will never see hours with mistakes.
  const hasMistakes = typed.openingHours !== null && hoursMistakes(typed.openingHours).length > 0;
  const shelter = hasMistakes ? { ...typed, openingHours: null } : typed;
  const isEmpty = !(shelter.street ?? shelter.city ?? shelter.telephone ?? shelter.email ?? typed.openingHours);
  const named = { ...shelter, name: shelter.name || "…" };
  return (
    <section className={cx(stack, "lg:sticky lg:top-4")} aria-label="Preview">
      <p className="text-sm text-soft">As visitors see it{form.formState.isDirty ? ", once you save" : ""}:</p>
      <ShelterDetails shelter={named} />
      {hasMistakes && <p className="text-sm text-soft">The opening hours appear here once they are corrected.</p>}
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
