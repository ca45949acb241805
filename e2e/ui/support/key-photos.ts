import { plainPhoto } from "../../api/support/photos";
import { addPet, callWithKey } from "./key-calls";
import type { Service } from "./service";

const COLOURS = ["#c84", "#48c", "#8c4", "#c48", "#84c", "#4c8"];
/** Landscape and portrait, wide, small and square. */
const SIZES = [
  [1200, 900],
  [700, 1400],
  [1600, 600],
  [300, 300],
  [1000, 800],
  [900, 1200],
] as const;

/** Adds an animal with photos, and returns the path of its page. Only the first photo has a description. */
export async function addWithPhotos(service: Service, name: string, photos: number): Promise<string> {
  const id = await addPet(service, name);
  for (const [index, [width, height]] of SIZES.slice(0, photos).entries()) {
    const file = await plainPhoto(width, height, COLOURS[index]).jpeg().toBuffer();
    const alt = index === 0 ? "?alt=Asleep%20in%20a%20box" : "";
    await callWithKey(service, `/pets/${id}/photos${alt}`, { method: "POST", body: file });
  }
  return `/animals/${id}`;
}
