import { isolate } from "@/lib/bidi";
import { recallShelter } from "@/lib/shelter/store";

/** How the titles of pages end: with the name of the shelter. */
export async function titleTemplate(): Promise<string> {
  return `%s – ${isolate((await recallShelter()).name)}`;
}
