"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useId, useState } from "react";
import { FormProvider, type UseFormReturn, useForm } from "react-hook-form";
import type { Collision } from "@/lib/http/edit";
import { saveShelter, shelterQuery, toShelterEdit, type VersionedShelter } from "@/lib/shelter/client";
import { SHELTER_LABELS, ShelterValues, toHours } from "@/lib/shelter/form";
import { hoursText } from "@/lib/shelter/hours";
import { mergeEdits } from "@/lib/values/objects";
import { useUndoOffer } from "../audit/undo-offer";
import { useCommand } from "../audit/use-command";
import { RequestProblem } from "../people/request-problem";
import { usePersonId } from "../people/signed-in";
import { Button } from "../ui/button";
import { CollisionQuestion } from "../ui/collision";
import { Textarea } from "../ui/field";
import { FormField, TextField } from "../ui/form-controls";
import { Loaded } from "../ui/load-problem";
import { actions, panel, stack } from "../ui/panel";
import { useRequestForm } from "../ui/request-form";
import { cx } from "../ui/style";
import { useDraft } from "../ui/tab-state";
import { showToast } from "../ui/toast";
import { HoursFields } from "./hours-fields";

type Props = { collision: Collision<ShelterValues>; onTheirs(): void; onYours(): void };

function ShelterCollision({ collision: { fields, theirs, yours }, ...answers }: Props) {
  const shown = fields.map((field) => ({
    label: SHELTER_LABELS[field],
    theirs: valueText(theirs[field]),
    yours: valueText(yours[field]),
  }));
  return (
    <CollisionQuestion fields={shown} {...answers}>
      <p>
        Somebody else changed the shelter while you were typing. Your text is not saved yet. Choose what to keep, then
        save.
      </p>
    </CollisionQuestion>
  );
}

function valueText(value: ShelterValues[keyof ShelterValues]): string {
  if (typeof value === "string") return value;
  const hours = toHours(value);
  return hours ? hoursText(hours) : "";
}

function useShelterEdit(data: VersionedShelter) {
  const client = useQueryClient();
  const offerUndo = useUndoOffer();
  const [collision, setCollision] = useState<Collision<ShelterValues> | null>(null);
  const { before: defaultValues, version } = toShelterEdit(data);
  const form = useForm<ShelterValues>({ resolver: zodResolver(ShelterValues), defaultValues });
  const draft = useDraft(form, `shelter.draft.${usePersonId()}`, version);
  const readAgain = async () => {
    const now = toShelterEdit(await client.fetchQuery(shelterQuery()));
    const { before, values } = draft.editOf(form.getValues());
    // What was typed since stays.
    draft.goOn({ ...now, values: mergeEdits(before, values, now.values).values });
  };
  const save = useCommand({
    send: saveShelter,
    reads: shelterQuery().queryKey,
    onDone: ({ edit, collision: collides, answer }) => {
      setCollision(collides);
      draft.goOn(answer ? toShelterEdit(answer.current) : edit);
      if (!answer) return;
      draft.forget();
      showToast({
        text: "The shelter was changed.",
        about: "shelter",
        link: { href: "/", label: "See the site" },
        ...offerUndo(answer.changeSets, { about: "shelter", onUndone: () => void readAgain() }),
      });
    },
  });
  const request = useRequestForm({ form, send: (values) => save.send(draft.editOf(values)) });
  const resolve = () => {
    setCollision(null);
    request.resume();
  };
  const discard = () => {
    draft.goOn(toShelterEdit(data));
    draft.forget();
    resolve();
  };
  const takeTheirs = () => {
    const theirs = collision?.fields.map((field) => [field, collision.theirs[field]]) ?? [];
    form.reset({ ...form.getValues(), ...Object.fromEntries(theirs) }, { keepDefaultValues: true });
    resolve();
  };
  return { form, request, collision: collision && { collision, onYours: resolve, onTheirs: takeTheirs }, discard };
}

export function ShelterDesk() {
  // Not refetched while somebody types. A change by somebody else is noticed when this one is saved.
  const query = useQuery({ ...shelterQuery(), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  return (
    <Loaded what="The shelter" query={query}>
      {(data) => <ShelterForm data={data} />}
    </Loaded>
  );
}

function ShelterForm({ data }: { data: VersionedShelter }) {
  const id = useId();
  const { form, request, collision, discard } = useShelterEdit(data);
  return (
    <div className={cx(stack, "max-w-[44rem]")}>
      <form id={id} {...request.attributes} onChange={request.onEdit} className={cx(panel, stack)}>
        <FormProvider {...form}>
          <ShelterFields form={form} />
        </FormProvider>
        <SaveBar form={id} isSending={request.isSending} isUnsaved={form.formState.isDirty} onDiscard={discard} />
      </form>
      {collision ? <ShelterCollision {...collision} /> : <RequestProblem {...request.problem} />}
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

type TextName = Exclude<keyof ShelterValues, "openingHours">;

function ShelterFields({ form }: FormProps) {
  const line = (name: TextName, more: Omit<ComponentProps<typeof TextField>, "name" | "label">) => (
    <TextField name={name} label={SHELTER_LABELS[name]} autoComplete="off" {...more} />
  );
  const lines = (name: TextName, rows: number, hint: string) => (
    <FormField name={name} label={SHELTER_LABELS[name]} hint={hint}>
      {(attributes) => <Textarea {...attributes} rows={rows} className="min-h-24 field-sizing-content" />}
    </FormField>
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
      {line("currency", {
        hint: "Three letters, such as GBP. Fees of animals are shown in it.",
        className: "max-w-40",
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
