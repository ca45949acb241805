import { recallShelter } from "@/lib/shelter/store";
import { isolate } from "@/lib/values/bidi";

/** Returns the template for the titles of pages, which end with the name of the shelter. */
export async function titleTemplate(): Promise<string> {
  return `%s – ${isolate((await recallShelter()).name)}`;
}
