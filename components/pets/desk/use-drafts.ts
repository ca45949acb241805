import { useEffect, useState } from "react";
import { draftedPets } from "@/lib/pets/edit/drafts";

/** The animals whose changes were typed but not saved, except the one in the open sheet. */
export function useDrafts(person: string, edited: bigint | null): ReadonlySet<bigint> {
  const [drafts, setDrafts] = useState<ReadonlySet<bigint>>(new Set());
  // In an effect, because the server-rendered HTML cannot contain them, and because the sheet saves its draft first.
  useEffect(() => setDrafts(new Set(draftedPets(person).filter((id) => id !== edited))), [person, edited]);
  return drafts;
}
