import type { Photo } from "./schema";

/** What a photo shows, for people who do not see it; its place among the others when nobody has said it. */
export function photoAlt({ alt }: Photo, name: string, index: number, count: number): string {
  return alt || (count > 1 ? `${name}, photo ${index + 1} of ${count}` : name);
}
