import type { Photo } from "./schema";

/** Returns the alternative text of a photo. Without a description, it is the photo's place among the others. */
export function photoAlt({ alt }: Photo, name: string, index: number, count: number): string {
  return alt || (count > 1 ? `${name}, photo ${index + 1} of ${count}` : name);
}
