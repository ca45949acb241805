import { useEffect, useEffectEvent } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import type { ShelterValues } from "@/lib/shelter/form";
import type { ShelterBase } from "@/lib/shelter/save";
import { readFromTab, saveInTab } from "@/lib/tab-storage";
import { usePersonId } from "../people/signed-in";
import { useValuesChanged } from "../ui/use-values-changed";

const Texts = z.record(z.string(), z.string());
/**
 * What was typed, valid or not, and the version of the shelter that it is based on, with the values of that version.
 */
const Draft = z.object({ version: z.string(), before: Texts, values: Texts });

type Options = { form: UseFormReturn<ShelterValues>; base: ShelterBase; onFound(base: ShelterBase): void };

/**
 * Saves what is typed in this tab, across pages and reloads, until it equals what is stored. Returns a function that
 * removes the draft.
 */
export function useShelterDraft({ form, base, onFound }: Options): () => void {
  const name = `shelter.draft.${usePersonId()}`;
  const restore = useEffectEvent(() => {
    const draft = readFromTab(name, Draft);
    if (draft === null) return;
    form.reset({ ...form.getValues(), ...draft.values }, { keepDefaultValues: true });
    onFound({ version: draft.version, values: { ...base.values, ...draft.before } });
  });
  const keep = (values: ShelterValues) => {
    const saved: Partial<Record<string, string>> = form.formState.defaultValues ?? {};
    const isChanged = Object.entries(values).some(([field, text]) => text !== saved[field]);
    saveInTab(name, isChanged ? { version: base.version, before: base.values, values } : null);
  };
  useEffect(() => restore(), []);
  useValuesChanged(form, keep);
  return () => saveInTab(name, null);
}
