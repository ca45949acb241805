import { parseInt64 } from "../../int64";
import { categoryName } from "../categories";
import { STATUS_LABELS } from "../status";
import type { EditValues } from "./values";

/** What the fields of an animal are called. */
export const FIELD_NAMES: Readonly<Record<keyof EditValues, string>> = {
  name: "Name",
  kind: "Kind",
  status: "Status",
  story: "Story",
  sex: "Sex",
  bornOn: "Age",
  size: "Size",
  children: "Good with children",
  dogs: "Good with dogs",
  cats: "Good with cats",
};

/** What people read for the choices of a profile; an empty one is not known. */
export const CHOICE_WORDS = {
  sex: { "": "Not known", female: "Female", male: "Male" },
  size: { "": "Not known", small: "Small", medium: "Medium", large: "Large", extra_large: "Extra large" },
  known: { "": "Not known", yes: "Yes", no: "No" },
} as const;

/** The value of a field in words. */
export function valueWords(field: keyof EditValues, values: EditValues): string {
  switch (field) {
    case "name":
      return values.name;
    case "kind": {
      const id = parseInt64(values.kind);
      return id === null ? values.kind : categoryName(id);
    }
    case "status":
      return STATUS_LABELS[values.status];
    case "sex":
      return CHOICE_WORDS.sex[values.sex];
    case "size":
      return CHOICE_WORDS.size[values.size];
    case "story":
      return values.story || "No story";
    case "bornOn":
      return values.bornOn || CHOICE_WORDS.known[""];
    default:
      return CHOICE_WORDS.known[values[field]];
  }
}
