import { useEffect, useEffectEvent } from "react";
import type { UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import type { ShelterValues } from "@/lib/shelter/form";
import { readFromTab, saveInTab } from "@/lib/tab-storage";
import { usePersonId } from "../people/signed-in";
import { useValuesChanged } from "../ui/use-values-changed";

/** What was typed, valid or not, and the version of the shelter that it is based on. */
const Draft = z.object({ version: z.string(), values: z.record(z.string(), z.string()) });

type Options = { form: UseFormReturn<ShelterValues>; version: string; onFound(version: string): void };

/**
 * Saves what is typed in this tab, across pages and reloads, until it equals what is stored. Returns a function that
 * removes the draft.
 */
export function useShelterDraft({ form, version, onFound }: Options): () => void {
  const name = `shelter.draft.${usePersonId()}`;
  const restore = useEffectEvent(() => {
    const draft = readFromTab(name, Draft);
    if (draft === null) return;
    form.reset({ ...form.getValues(), ...draft.values }, { keepDefaultValues: true });
    onFound(draft.version);
  });
  const keep = (values: ShelterValues) => {
    const saved: Partial<Record<string, string>> = form.formState.defaultValues ?? {};
    const isChanged = Object.entries(values).some(([field, text]) => text !== saved[field]);
    saveInTab(name, isChanged ? { version, values } : null);
  };
  useEffect(() => restore(), []);
  useValuesChanged(form, keep);
  return () => saveInTab(name, null);
}
