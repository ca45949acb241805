import { isolate } from "../../values/bidi";
import { nameInSentence } from "../../values/excerpt";
import type { Photo } from "./schema";

/** Returns the alternative text of a photo. Without a description, it is the photo's place among the others. */
export function photoAlt({ alt }: Photo, name: string, index: number, count: number): string {
  if (alt) return alt;
  const shown = isolate(nameInSentence(name));
  return count > 1 ? `${shown}, photo ${index + 1} of ${count}` : shown;
}
