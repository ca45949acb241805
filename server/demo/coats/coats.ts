import { CATS } from "./cats";
import { DOGS } from "./dogs";
import { BIRDS, HORSES, TORTOISES } from "./other-animals";
import type { Coat } from "./shapes";
import { GUINEA_PIGS, HAMSTERS, RABBITS } from "./small-animals";

/** The coats of each kind, by their names in animals.json. The kind is the name of its drawing. */
export const COATS: Readonly<Record<string, Readonly<Record<string, Coat>>>> = {
  dog: DOGS,
  cat: CATS,
  rabbit: RABBITS,
  "guinea-pig": GUINEA_PIGS,
  hamster: HAMSTERS,
  bird: BIRDS,
  tortoise: TORTOISES,
  horse: HORSES,
};
