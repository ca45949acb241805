"use client";

import { useQuery } from "@tanstack/react-query";
import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import { useController, useWatch } from "react-hook-form";
import { NEXT_PET_STATUSES } from "@/lib/adoptions/transitions";
import { petsByNameQuery } from "@/lib/pets/client";
import type { EditValues, PetValues } from "@/lib/pets/edit/pet-values";
import { categoryName, findKind } from "@/lib/pets/kinds";
import { looksLikeSame } from "@/lib/pets/same-animal";
import type { Pet } from "@/lib/pets/schema";
import { DEFAULT_STATUS, PET_STATUSES, type PetStatus, STATUS_LABELS } from "@/lib/pets/status";
import { parseInt64 } from "@/lib/values/schemas";
import { type Choice, Combobox } from "../../ui/combobox";
import { Field, Input, Options, Select } from "../../ui/field";
import { Link } from "../../ui/link";
import { useKinds } from "../known-kinds";

/** In milliseconds. */
const PAUSE_MS = 400;
const MAX_SHOWN = 3;

type Props = { name: string; except?: bigint | undefined };

/** Animals that look like the one in the form, other than the edited one. A new one has no facts yet. */
function SameNames({ name, except }: Props) {
  const kind = useWatch<EditValues, "kind">({ name: "kind" });
  const [breed, sex, bornOn] = useWatch<EditValues, ["breed", "sex", "bornOn"]>({ name: ["breed", "sex", "bornOn"] });
  const [lastName, setLastName] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setLastName(name), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [name]);
  const query = petsByNameQuery(lastName, { include: "profile" });
  const { data = [] } = useQuery({ ...query, enabled: lastName.trim() !== "" });
  const categoryId = parseInt64(kind);
  const typed = categoryId !== null && { name, categoryId, profile: { breed, sex, bornOn } };
  const others = typed && name === lastName ? data.filter((pet) => pet.id !== except && looksLikeSame(typed, pet)) : [];
  return (
    <div role="status" className="empty:hidden">
      {others.length > 0 && (
        <p className="rounded-control bg-amber-back px-3 py-2 text-sm text-amber">
          Same animal? <SameAnimals pets={others} />
        </p>
      )}
    </div>
  );
}

export function SameAnimals({ pets }: { pets: readonly Pet[] }) {
  return (
    <>
      {pets.slice(0, MAX_SHOWN).map((pet, at) => (
        <span key={pet.id.toString()}>
          {at > 0 && ", "}
          <Link className="font-semibold underline underline-offset-2" href={`/animals/${pet.id}`} target="_blank">
            <bdi>{pet.name}</bdi>
          </Link>{" "}
          ({categoryName(pet.categoryId)}, {STATUS_LABELS[pet.status ?? DEFAULT_STATUS].toLowerCase()})
        </span>
      ))}
      {pets.length > MAX_SHOWN && ` and ${pets.length - MAX_SHOWN} more`} {pets.length === 1 ? "has" : "have"} this
      name.
    </>
  );
}

type PetControlsProps = {
  /** Points out other animals with this name, but not the edited one (`except`). */
  newName: string;
  except?: bigint;
  current?: PetStatus | undefined;
};

/** The controls that the forms for adding and editing an animal share, in the context of the form. */
export function PetControls({ newName, except, current }: PetControlsProps) {
  return (
    <>
      <EditField name="name" label="Name">
        {(attributes) => <Input {...attributes} autoComplete="off" required dir="auto" />}
      </EditField>
      <SameNames name={newName} except={except} />
      <div className="grid gap-4 sm:grid-cols-2">
        <KindControl />
        <StatusControl current={current} />
      </div>
    </>
  );
}

type EditFieldProps = Omit<ComponentProps<typeof Field>, "id" | "error" | "children"> & {
  name: keyof EditValues;
  children(attributes: object): ReactNode;
};

/** A field of the form around it. */
export function EditField({ name, children, ...props }: EditFieldProps) {
  const { field, fieldState } = useController<EditValues>({ name });
  return (
    <Field {...props} id={`edit-${name}`} error={fieldState.error?.message}>
      {(attributes) => children({ ...attributes, ...field })}
    </Field>
  );
}

/** A kind with a name, or any other category by its number, which is offered once it is typed. */
function KindControl() {
  const { field, fieldState } = useController<PetValues, "kind">({ name: "kind" });
  const [typed, setTyped] = useState("");
  const [isLeft, setLeft] = useState(false);
  const isUnknown = field.value === "" && typed.trim() !== "";
  const error = isUnknown && (isLeft || fieldState.error) ? NO_KIND : fieldState.error?.message;
  const kinds = useKinds();
  const others = [...new Set([field.value, typed.trim()].filter(isOther))].join(" ");
  // The list keeps its highlight while the choices stay the same object.
  const choices = useMemo(
    () => [
      ...kinds.map(({ id, name }): Choice => ({ value: id.toString(), label: name })),
      ...others.split(" ").flatMap(toOther),
    ],
    [kinds, others],
  );
  return (
    <Field id="edit-kind" label="Kind" error={error} isAnnounced={isUnknown}>
      {(attributes) => (
        <Combobox
          attributes={attributes}
          placeholder="Choose a kind"
          nothing={NO_KIND}
          inputRef={field.ref}
          choices={choices}
          value={choices.find(({ value }) => value === field.value) ?? null}
          onChange={(choice) => field.onChange(choice?.value ?? "")}
          onType={(text) => {
            setTyped(text);
            setLeft(false);
          }}
          onLeave={() => setLeft(true)}
        />
      )}
    </Field>
  );
}

const NO_KIND = "No kind of that name. Admins can add it under “Kinds”. Choose another, or type its number.";

function isOther(text: string): boolean {
  const id = parseInt64(text);
  return id !== null && findKind(id) === undefined;
}

function toOther(text: string): Choice[] {
  const id = parseInt64(text);
  return id === null ? [] : [{ value: id.toString(), label: `${categoryName(id)} (${id})` }];
}

/** What visitors see. */
const NEW_HINTS: Readonly<Record<PetStatus, string>> = {
  available: "Visitors see the animal as soon as you add it, even without a photo or a story.",
  pending: "Visitors see the animal as soon as you add it, and read that it is on hold.",
  sold: "Visitors see the animal as soon as you add it, and read that it has found a home.",
};

/** Only what it may become. */
function StatusControl({ current }: Pick<PetControlsProps, "current">) {
  const chosen = useWatch<EditValues, "status">({ name: "status" });
  const allowed = current === undefined ? PET_STATUSES : [current, ...NEXT_PET_STATUSES[current], chosen];
  return (
    <EditField name="status" label="Status" hint={current === undefined && NEW_HINTS[chosen]}>
      {(attributes) => (
        <Select {...attributes}>
          <Options of={Object.entries(STATUS_LABELS).filter(([status]) => allowed.some((one) => one === status))} />
        </Select>
      )}
    </EditField>
  );
}

/** What leaving would lose: the question to ask first, and a function that discards it. */
export type Unsaved = { question: string; discard(): void };

/** Unless `question` is null, tells the sheet and the browser that leaving would lose something. */
export function useUnsaved(
  question: string | null,
  onUnsaved: (unsaved: Unsaved | null) => void,
  onDiscard: () => void,
): void {
  const reportUnsaved = useEffectEvent(onUnsaved);
  const discard = useEffectEvent(onDiscard);
  // Set immediately, because Escape may follow the first letter at once.
  useLayoutEffect(() => {
    if (question === null) return;
    reportUnsaved({ question, discard: () => discard() });
    const preventLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", preventLeaving);
    return () => {
      window.removeEventListener("beforeunload", preventLeaving);
      reportUnsaved(null);
    };
  }, [question]);
}
