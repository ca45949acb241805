import type { ComponentProps } from "react";
import type { DeskParams } from "@/lib/pets/desk/params";
import { CATEGORIES, categoryName } from "@/lib/pets/kinds/categories";
import { MISSING_PARTS } from "@/lib/pets/list/missing";
import { Select } from "../../../ui/forms/field";

type Props = Omit<ComponentProps<typeof Select>, "value" | "onChange"> & {
  params: DeskParams;
  filter(next: Partial<DeskParams>): void;
};

/** Chooses the kind of the animals. A kind that the URL names may be unknown. */
export function KindSelect({ params: { kind }, filter, ...attributes }: Props) {
  return (
    <Select {...attributes} value={kind} onChange={({ target }) => filter({ kind: target.value })}>
      <option value="">All kinds</option>
      {CATEGORIES.map(({ id, name }) => (
        <option key={name} value={id.toString()}>
          {name}
        </option>
      ))}
      {kind !== "" && !CATEGORIES.some(({ id }) => id.toString() === kind) && (
        <option value={kind}>{/^-?\d+$/.test(kind) ? categoryName(BigInt(kind)) : "?"}</option>
      )}
    </Select>
  );
}

/** Chooses the animals without a photo or a story. */
export function MissingSelect({ params: { lacks }, filter, ...attributes }: Props) {
  return (
    <Select
      {...attributes}
      value={lacks ?? ""}
      onChange={({ target }) => filter({ lacks: MISSING_PARTS.find((part) => part === target.value) ?? null })}
    >
      <option value="">Photo and story: any</option>
      {MISSING_PARTS.map((part) => (
        <option key={part} value={part}>
          No {part}
        </option>
      ))}
    </Select>
  );
}

/** Chooses the order, where there is no column head to do so. */
export function SortSelect({ params: { sort }, filter, ...attributes }: Props) {
  return (
    <Select
      {...attributes}
      value={sort}
      onChange={({ target }) => filter({ sort: target.value === "oldest" ? "oldest" : "newest" })}
    >
      <option value="newest">Newest first</option>
      <option value="oldest">Oldest first</option>
    </Select>
  );
}
