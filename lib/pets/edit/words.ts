import { mapValues } from "../../values/objects";
import { parseInt64 } from "../../values/schemas";
import { CARE_LABELS, HIDDEN_LABELS, ORIGIN_LABELS } from "../care/words";
import { FACTS, isFactKey, typedWords } from "../facts";
import { categoryName } from "../kinds";
import { STATUS_LABELS } from "../status";
import type { EditValues } from "./pet-values";

export const EDIT_LABELS: Readonly<Record<keyof EditValues, string>> = {
  name: "Name",
  kind: "Kind",
  status: "Status",
  ...mapValues(FACTS, ({ label }) => label),
  ...CARE_LABELS,
};

/** Says when an animal was born, as precisely as it is known: "born about 2024", "born on 17 May 2024". */
export function birthWords(bornOn: string): string {
  const [year, month, day] = bornOn.split("-");
  if (month === undefined) return `born about ${year}`;
  const date = new Date(`${year}-${month}-${day ?? "01"}T00:00:00Z`);
  const words = date.toLocaleDateString("en-GB", {
    year: "numeric",
    month: "long",
    day: day === undefined ? undefined : "numeric",
    timeZone: "UTC",
  });
  return `born ${day === undefined ? "about" : "on"} ${words}`;
}

const CHOICES: Partial<Readonly<Record<keyof EditValues, Readonly<Record<string, string>>>>> = {
  status: STATUS_LABELS,
  origin: ORIGIN_LABELS,
  hidden: { "": "Everybody sees it", ...HIDDEN_LABELS },
};

export function valueWords(field: keyof EditValues, values: EditValues): string {
  const value = values[field];
  const id = field === "kind" ? parseInt64(value) : null;
  if (id !== null) return categoryName(id);
  return CHOICES[field]?.[value] ?? ((isFactKey(field) ? typedWords(field, value) : value) || "Not known");
}

const DOGS =
  "Beagle, Border Collie, Boxer, Bulldog, Chihuahua, Cocker Spaniel, Collie mix, Corgi, Dachshund, French Bulldog, " +
  "German Shepherd, German Shepherd mix, Golden Retriever, Greyhound, Husky, Jack Russell, Labrador, Labrador mix, " +
  "Pointer, Poodle, Poodle mix, Pug, Rottweiler, Shih Tzu, Spaniel mix, Staffordshire Bull Terrier, Terrier mix, " +
  "Whippet, Yorkshire Terrier, Mixed breed";
const CATS =
  "Domestic Shorthair, Domestic Longhair, Bengal, British Shorthair, Maine Coon, Norwegian Forest, Persian, Ragdoll, " +
  "Siamese, Siamese mix, Sphynx, Turkish Van, Mixed breed";
const RABBITS = "Angora, Dutch, English Spot, Lionhead, Lop, Mini Lop, Netherland Dwarf, Rex, Mixed breed";
const GUINEA_PIGS = "Abyssinian, Crested, Peruvian, Sheltie, Smooth-haired, Texel, Mixed breed";
const HORSES = "Cob, Connemara, Haflinger, Shetland Pony, Shire, Thoroughbred, Warmblood, Welsh Cob, Mixed breed";

/** Common breeds by the id of their kind. Forms suggest them, and take any other text as well. */
const COMMON_BREEDS: Readonly<Record<string, string>> = { 1: DOGS, 2: CATS, 3: RABBITS, 4: GUINEA_PIGS, 8: HORSES };

export const commonBreeds = (kind: string): string[] => COMMON_BREEDS[kind]?.split(", ") ?? [];
