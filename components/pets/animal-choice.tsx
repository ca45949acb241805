import { useQuery } from "@tanstack/react-query";
import { type Ref, useMemo, useState } from "react";
import { petsByIdQuery, petsByNameQuery } from "@/lib/pets/client";
import { categoryName } from "@/lib/pets/kinds";
import type { ListedPet } from "@/lib/pets/list/schema";
import { isolate } from "@/lib/values/words";
import { type Choice, Combobox } from "../ui/combobox";
import { Field } from "../ui/field";

type Props = {
  id: string;
  label: string;
  hint?: string;
  placeholder: string;
  className?: string;
  error?: string | undefined;
  input?: Ref<HTMLInputElement>;
  /** Only animals that are available can be chosen. */
  isForAdoption?: boolean;
  petId: string | undefined;
  onChange(petId: string): void;
};

/** A field for an animal, which is found by its name. */
export function AnimalChoice({ placeholder, error, input, isForAdoption, petId, onChange, ...field }: Props) {
  const [typed, setTyped] = useState("");
  const [isLeft, setLeft] = useState(false);
  const [last, setLast] = useState<Choice | null>(null);
  const named = useNamed(petId);
  const chosen = last?.value === petId ? last : named;
  const [isUsed, setUsed] = useState(false);
  const { data: found, isPlaceholderData } = useQuery({
    ...petsByNameQuery(petId === undefined ? typed : "", isForAdoption ? { status: "available" } : {}),
    enabled: isUsed,
  });
  // The list keeps its highlight while the choices stay the same object.
  const choices = useMemo(() => found?.map((pet) => toChoice(pet, found)) ?? [], [found]);
  const nothing = isForAdoption ? "No available animal has this name." : "No animal has this name.";
  const isOpen = isLeft && petId === undefined && typed.trim() !== "";
  return (
    <Field {...field} error={isOpen ? "Choose an animal from the list." : error}>
      {(attributes) => (
        <Combobox
          attributes={attributes}
          inputRef={input ?? null}
          placeholder={placeholder}
          nothing={found === undefined || isPlaceholderData ? "Searching…" : nothing}
          choices={choices}
          value={chosen}
          onChange={(choice) => {
            setLast(choice);
            onChange(choice?.value ?? "");
          }}
          onFocus={() => setUsed(true)}
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

/** Returns the animal of the URL as a choice. One that was removed has only its number. */
function useNamed(petId: string | undefined): Choice | null {
  const { data } = useQuery(petsByIdQuery(petId ?? ""));
  const pet = data?.find(({ id }) => id.toString() === petId);
  const label = pet ? toChoice(pet, []).label : data ? `Animal ${petId}` : "";
  return useMemo(() => (petId === undefined ? null : { value: petId, label }), [petId, label]);
}

function toChoice({ id, name, categoryId }: ListedPet, others: readonly ListedPet[]): Choice {
  const label = `${isolate(name)}, ${categoryName(categoryId)}`;
  const isShared = others.some((other) => other.id !== id && other.name === name && other.categoryId === categoryId);
  return { value: id.toString(), label: isShared ? `${label}, number ${id}` : label };
}
